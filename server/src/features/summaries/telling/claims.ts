import { type SummarySection, summarySection } from '@parlance/contract/endpoints/summaries';
import type { Language } from '@parlance/contract/i18n';
import type { SummaryClaim, SummaryQuote } from '../../../db/json.ts';
import { groupQuestions } from '../../conversations/unanswered/service.ts';
import { maskPersonalData } from '../period/masking.ts';

/** What a label stands for: a conversation, or a note that was made of several. */
export interface Labelled {
  numbers: readonly number[];
  conversationIds: readonly string[];
  quotes: readonly SummaryQuote[];
  /** Its words, by which the numbers of a claim are judged. */
  text: string;
}

export const sectionOrder = summarySection.options;
/** Claims that one note may hold, and of each kind in the end. */
export const maxClaims = 24;
const maxOfKind: Record<SummarySection, number> = {
  themes: 10,
  answered: 8,
  unanswered: 8,
  missing: 8,
  tone: 3,
};
const maxTextLength = 240;
/** Conversations that a claim links to, and a quote; quotes that stand below a claim. */
export const maxLinks = 20;
const maxLinksOfQuote = 5;
export const maxExamples = 3;

/** Where a claim's first quote stands in its sentence. */
export const questionPlace = '{question}';

const address = /https?:|www\.|[\p{L}\p{N}]@[\p{L}\p{N}]|\]\(/iu;
const markup = /<[^<>]{0,200}>|[*_`#>]+/g;
const number = /\d+(?:[.,]\d+)*/g;
const numberWord =
  /(?<!\p{L})(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|vingt|trente|cent|mille|dizaines?|douzaines?|vingtaines?|centaines?|milliers?|moitié|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundreds?|thousands?|dozens?|half)(?!\p{L})/giu;

/** The figures that stand in a text, written in digits or in words. */
const figuresIn = (text: string) => [
  ...(text.match(number) ?? []),
  ...(text.toLowerCase().match(numberWord) ?? []),
];

/** What a model wrote as plain text; undefined where it holds what nobody shall read in a summary. */
function cleanText(written: string, language: Language): string | undefined {
  const text = maskPersonalData(written.replace(markup, ' ').replace(/\s+/g, ' ').trim(), language);
  if (text.length < 3 || text.length > maxTextLength || address.test(text)) return undefined;
  return text;
}

const line =
  /^[\s*•-]{0,6}(themes?|answered|unanswered|missing|tone)\s{0,3}\|([^|\n]{1,600})\|([^|\n]{1,4000})$/i;

const kindOf = (word: string): SummarySection => {
  const kind = word.toLowerCase();
  return kind === 'theme' ? 'themes' : (kind as SummarySection);
};

/**
 * The claims in what a model wrote. A label that was not given falls; so does a claim without a conversation, one with a
 * figure that stands in none of what it names, and one with an address.
 */
export function readClaims(
  reply: string,
  labelled: ReadonlyMap<string, Labelled>,
  language: Language,
): { claims: SummaryClaim[]; used: Set<string> } {
  const claims: SummaryClaim[] = [];
  const used = new Set<string>();
  for (const written of reply.split('\n')) {
    const [, word, said, named] = line.exec(written.trim()) ?? [];
    if (word === undefined || said === undefined || named === undefined) continue;
    const labels = [...new Set(named.toLowerCase().match(/[cn]\d{1,4}/g))].filter((label) =>
      labelled.has(label),
    );
    const about = labels.flatMap((label) => labelled.get(label) ?? []);
    const text = cleanText(said, language);
    if (text === undefined || about.length === 0) continue;
    const known = about.map((one) => one.text.toLowerCase()).join('\n');
    const knownFigures = new Set(figuresIn(known));
    if (figuresIn(text).some((figure) => !knownFigures.has(figure))) continue;
    for (const label of labels) used.add(label);
    claims.push({ kind: kindOf(word), text, ...joinLabelled(about) });
    if (claims.length === maxClaims) break;
  }
  return { claims, used };
}

function joinLabelled(about: readonly Labelled[]) {
  return {
    numbers: [...new Set(about.flatMap(({ numbers }) => numbers))],
    conversationIds: [...new Set(about.flatMap(({ conversationIds }) => conversationIds))].slice(0, maxLinks),
    quotes: joinQuotes(about.flatMap(({ quotes }) => quotes)).slice(0, maxExamples),
  };
}

/** Each wording once, with some of the conversations in which it stands. */
export function joinQuotes(quotes: readonly SummaryQuote[]): SummaryQuote[] {
  const joined = new Map<string, Set<string>>();
  for (const { text, conversationIds } of quotes) {
    const ids = joined.get(text) ?? new Set();
    for (const id of conversationIds) if (ids.size < maxLinksOfQuote) ids.add(id);
    joined.set(text, ids);
  }
  return [...joined].map(([text, ids]) => ({ text, conversationIds: [...ids] }));
}

const bySize = (one: SummaryClaim, other: SummaryClaim) => other.numbers.length - one.numbers.length;

/** The claims that tell of most conversations, no more of a kind than are read in the end. */
export const takeLargest = (claims: readonly SummaryClaim[]): SummaryClaim[] =>
  sectionOrder.flatMap((kind) =>
    claims
      .filter((claim) => claim.kind === kind)
      .toSorted(bySize)
      .slice(0, maxOfKind[kind]),
  );

/** Claims joined without a model: those of a kind that say the same become one. */
export async function joinByWords(
  claims: readonly SummaryClaim[],
  language: Language,
): Promise<SummaryClaim[]> {
  const joined: SummaryClaim[] = [];
  for (const kind of sectionOrder) {
    const asked = claims
      .filter((claim) => claim.kind === kind)
      .map((claim, place) => ({ ...claim, id: String(place), question: claim.text, language }));
    for (const group of await groupQuestions(asked)) {
      const { text = '' } = group.toSorted(bySize)[0] ?? {};
      joined.push({ kind, text, ...joinLabelled(group) });
    }
  }
  return takeLargest(joined);
}
