import type {
  SummaryFigures,
  SummaryItem,
  SummaryPeriod,
  SummarySection,
} from '@parlance/contract/endpoints/summaries';
import { type Language, speak } from '@parlance/contract/i18n';
import type { SummaryClaim, SummaryResult, ToldClaim } from '../../../db/json.ts';
import { questionPlace, sectionOrder, takeLargest } from './claims.ts';
import { messages } from './messages.ts';

/** What a claim says, with its quote in its place. */
export const sentenceOf = ({ text, quotes }: Pick<SummaryClaim, 'text' | 'quotes'>): string =>
  text.replace(questionPlace, () => quotes[0]?.text ?? '');

const itemOf = ({ conversations, conversationIds, ...claim }: ToldClaim): SummaryItem => ({
  text: sentenceOf(claim),
  conversations,
  conversationIds,
  examples: claim.quotes.map(({ text }) => text),
});

/** The figures in sentences. */
export function figureLines(figures: SummaryFigures, language: Language): string[] {
  const t = speak(messages, language);
  const most = Math.max(...figures.hours);
  return [
    t.size(figures.conversations, figures.messages),
    t.outcome(figures.answered, figures.unanswered),
    ...(figures.up + figures.down > 0 ? [t.thumbs(figures.up, figures.down)] : []),
    ...(most > 0 ? [t.busiest(figures.hours.indexOf(most), most)] : []),
    ...(figures.sources.length > 0 ? [t.sources(figures.sources.map(({ name }) => name).join(', '))] : []),
  ];
}

const linesOf = (
  { kind, items }: { kind: SummarySection; items: SummaryItem[] },
  language: Language,
): string[] => {
  const t = speak(messages, language);
  return [
    t.heading(kind),
    ...items.flatMap(({ text, conversations, examples }) => [
      t.item(text, conversations),
      // What the sentence quotes already is not said twice.
      ...examples.filter((example) => !text.includes(example)).map((example) => t.example(example)),
    ]),
  ];
};

/** A summary as it is kept. */
export const toResult = (
  claims: readonly SummaryClaim[],
  figures: SummaryFigures,
  { chatbotName, period, language }: { chatbotName: string; period: SummaryPeriod; language: Language },
): SummaryResult => ({
  title: speak(messages, language).title(chatbotName, period),
  claims: takeLargest(claims).map(({ numbers, ...claim }) => ({ ...claim, conversations: numbers.length })),
  figures,
});

/** A summary as it is read: its sections in their order, and all of it as plain text. */
export function tell({ title, claims, figures }: SummaryResult, language: Language) {
  const sections = sectionOrder
    .map((kind) => ({ kind, items: claims.filter((claim) => claim.kind === kind).map(itemOf) }))
    .filter(({ items }) => items.length > 0);
  const blocks = [
    [title],
    figureLines(figures, language),
    ...sections.map((section) => linesOf(section, language)),
  ];
  return { text: blocks.map((lines) => lines.join('\n')).join('\n\n'), sections };
}
