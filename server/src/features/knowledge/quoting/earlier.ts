import type { RankedPassage } from '../passages/ranked.ts';
import type { Signs } from './worth.ts';

/** What the question before was answered with. */
export interface EarlierAnswer {
  /** The heading that its first quotation stands under. */
  heading?: string | undefined;
  /** What was quoted, the first passage's sentences in the order in which they were said. */
  quotes: readonly string[];
}

/** A line as it is quoted: the mark of a list stands for nothing alone. */
export const withoutBullet = (text: string) => text.replace(/^(?:[-•–*]|\p{So})\s+/u, '').trim();

/**
 * What a line of a passage is after that answer: a conversation goes on about what was spoken of, and asks there for what was
 * not said yet. Elsewhere, and where no heading tells what that was, nothing: what was said is still likelier than what is
 * about another thing.
 */
export function signsAfter(
  { heading, quotes }: EarlierAnswer,
  { position }: RankedPassage,
  text: string,
): Partial<Pick<Signs, 'goesOn' | 'toldFirst' | 'toldBefore'>> {
  if (heading === undefined || position.heading !== heading) return {};
  const plain = withoutBullet(text);
  const isFirst = quotes[0]?.startsWith(plain) === true;
  const isTold = isFirst || quotes.some((quote) => quote.includes(plain));
  return { goesOn: 1, toldFirst: isFirst ? 1 : 0, toldBefore: isTold && !isFirst ? 1 : 0 };
}
