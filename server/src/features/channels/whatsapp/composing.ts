import { defineTexts, speak } from '@parlance/contract/i18n';
import type { Say } from '../platforms/platform.ts';
import { partsOf } from '../writing/parts.ts';
import { sourcesBlock } from '../writing/sources.ts';
import { printPlain, readMarkdown } from '../writing/spans.ts';
import { printMarked } from './format.ts';

/** What WhatsApp takes, marks included; and below it, without them. */
const maxBody = 4096;
const maxUnits = 3600;
/** What stands above buttons is shorter. */
const maxAboveButtons = 900;
const maxTitle = 20;
const maxRowTitle = 24;
const maxRow = 72;
const maxButtons = 3;
const maxRows = 10;

const texts = defineTexts({
  choose: { fr: 'Choisir', en: 'Choose' },
  suggestions: { fr: 'Vous pouvez me demander\u00a0:', en: 'You can ask me:' },
});

const cut = (text: string, max: number) =>
  text.length <= max
    ? text
    : `${text
        .slice(0, max - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`;

/** The messages that say something: its parts, and what may be asked next as buttons where they are short, else as a list. */
export function compose({ text, citations = [], buttons = [], language }: Say): Record<string, unknown>[] {
  const t = speak(texts, language);
  const parts = partsOf([...readMarkdown(text), ...sourcesBlock(citations, language)], maxUnits).map(
    (part) => {
      const marked = printMarked(part);
      return marked.length <= maxBody ? marked : printPlain(part);
    },
  );
  const offered = buttons.slice(0, maxRows);
  const last = parts.at(-1) ?? '';
  const plain = (body: string) => ({ type: 'text', text: { body, preview_url: false } });
  if (offered.length === 0) return parts.map(plain);
  const isShort = last.length <= maxAboveButtons;
  const body = { text: isShort && last !== '' ? last : t.suggestions };
  const messages: Record<string, unknown>[] = (isShort ? parts.slice(0, -1) : parts).map(plain);
  return [...messages, { type: 'interactive', interactive: interactive(offered, body, t.choose) }];
}

function interactive(offered: NonNullable<Say['buttons']>, body: { text: string }, choose: string) {
  const titles = new Set(offered.map(({ label }) => label));
  const areButtons =
    offered.length <= maxButtons &&
    titles.size === offered.length &&
    offered.every(({ label }) => label.length <= maxTitle);
  if (areButtons) {
    const buttons = offered.map(({ label, data }) => ({ type: 'reply', reply: { id: data, title: label } }));
    return { type: 'button', body, action: { buttons } };
  }
  const rows = offered.map(({ label, data }) => ({
    id: data,
    title: cut(label, maxRowTitle),
    ...(label.length > maxRowTitle ? { description: cut(label, maxRow) } : {}),
  }));
  return {
    type: 'list',
    body,
    action: { button: choose, sections: [{ title: cut(choose, maxRowTitle), rows }] },
  };
}
