import type { Citation } from '@parlance/contract/endpoints/embed';
import { defineTexts, type Language, speak } from '@parlance/contract/i18n';
import type { Block } from './spans.ts';

const texts = defineTexts({
  sources: { fr: 'Sources', en: 'Sources' },
  page: { fr: (page: number) => `p. ${page}`, en: (page: number) => `p. ${page}` },
});

/** What an answer cites, a line each: a messenger can open no passage, but a page. */
export function sourcesBlock(citations: readonly Citation[], language: Language): Block[] {
  if (citations.length === 0) return [];
  const t = speak(texts, language);
  const lines = citations.map(({ number, sourceName, url, position }) => {
    const place = position.page === undefined ? '' : `, ${t.page(position.page)}`;
    const address = url === undefined || url === sourceName ? '' : ` (${url})`;
    return [{ text: `[${number}] ${sourceName}${place}${address}` }];
  });
  return [{ kind: 'text', lines: [[{ text: t.sources, style: 'bold' as const }], ...lines] }];
}
