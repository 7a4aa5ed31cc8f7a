import type { Block } from './block.ts';
import { isEntry } from './list-entry.ts';

/** Longer, a line is a sentence that lost its stop; a question may take more words. */
const longestTitle = 90;
const longestQuestion = 180;
/** "Horaires :", but not "Sont exclus de toutes les formules :". */
const longestBeforeColon = 40;
/** Several titles may stand above one text, of its document, its part and itself; more short lines are a list. */
const mostTitles = 3;

/** What ends like this goes on, or was a sentence. A question, and what ends in a colon, may name what follows. */
const endsAsText = /[.;,!…)\]»”"]$/;
/** "Tél. : 02 …", "a@b.example", "Lundi 9 h": says something itself. A year, or a number of its own, it may have. */
const saysSomething = /[:@=€$£|]\s*\S|\d/;
const ownNumber =
  /^(?:(?:article|art\.|chapitre|chapter|section|partie|part|§)\s*)?\d{1,3}(?:\.\d{1,3}){0,3}\s?[.)°–—-]?\s+/i;
/** "B. Piscine" */
const ownLetter = /^[A-H][.)]\s+/;
const year = /\b(?:19|20)\d{2}\b/g;
const begins = /^[«“"¿(]?\s*[\p{Lu}\p{N}]/u;
const isListed = /^(?:[-•–*·]|\(?\p{Ll}[.)])\s/u;
const bullet = /^(?:[-•*·–]|\(?\d{1,3}[.)])\s+/u;

/** "Q : …", "Question 3 – …", "R : …", "A. …": the mark says what the line is, and is no part of it. */
const numberOfPair = String.raw`(?:\s?(?:n°\s?)?\d{1,3})?`;
const afterMark = String.raw`(?:\s?:\s*|\s?[.)]\s+|\s[–—-]\s+)`;
const answering = '(?:R|A|R[ée]p|R[ée]ponse|R[ÉE]PONSE|Answer|ANSWER)';
const askedMark = new RegExp(
  String.raw`^(?:\d{1,3}[.)]\s+)?(?:Q|Question|Demande)${numberOfPair}${afterMark}(?=\S)`,
  'iu',
);
const answeredMark = new RegExp(`^${answering}${numberOfPair}${afterMark}(?=\\S)`, 'u');
/** A mark with a line of its own, above what it marks. */
const askedLabel = new RegExp(`^(?:Q|Question|Demande)${numberOfPair}\\s?[:.]?$`, 'iu');
const answeredLabel = new RegExp(`^${answering}${numberOfPair}\\s?[:.]$`, 'u');

/** Whether a line says by a mark that it is a question or its answer: it goes on with no line before. */
export const isMarked = (line: string) =>
  askedMark.test(line) || answeredMark.test(line) || askedLabel.test(line) || answeredLabel.test(line);

/** A question and what answers it behind it: "Et s’il pleut ? La séance est reportée." */
export function pairIn(line: string): { question: string; answer: string } | undefined {
  const end = line.indexOf('?') + 1;
  if (end < 4 || end > longestQuestion) return undefined;
  const question = line.slice(0, end).replace(bullet, '');
  const answer = line.slice(end).trim();
  return begins.test(question) && begins.test(answer) && !/[.!]\s+\p{Lu}/u.test(question)
    ? { question, answer }
    : undefined;
}

/** Whether a line is nothing but a question. */
export const isQuestion = (line: string) =>
  line.length <= longestQuestion &&
  line.length > 3 &&
  line.endsWith('?') &&
  begins.test(line.replace(bullet, ''));

/** What no mark or number ranks stands below what one does. */
const deepest = 6;

type Line = Extract<Block, { kind: 'paragraph' | 'item' | 'note' }>;

export interface PlacedBlock {
  block: Block;
  /** Nothing but a blank line stands right above it, or its shape sets it apart from what does. */
  isApart: boolean;
}

const isLine = (block: Block): block is Line => block.kind !== 'heading' && block.kind !== 'row';

/** A question by its mark, where it has one, or by the shape of its line. */
function mayBeTitle({ kind, text }: Line): boolean {
  const isNumbered = ownNumber.test(text);
  if (kind === 'item' && !isNumbered) return isQuestion(text);
  const title = text.replace(ownNumber, '').replace(ownLetter, '');
  if (title.length < 3 || !begins.test(title) || isListed.test(title)) return false;
  if (title.endsWith('?')) return title.length <= longestQuestion;
  if (isEntry(title)) return false;
  const hasColon = title.endsWith(':');
  const said = hasColon ? title.slice(0, -1) : title;
  return (
    said.length <= (hasColon ? longestBeforeColon : longestTitle) &&
    !endsAsText.test(title) &&
    !/[.!?]\s/.test(said) &&
    !saysSomething.test(said.replace(year, ''))
  );
}

/** Whether a block goes on about a title above it: text longer than the title, entries of a list, a table. */
function isBelow(title: string, block: Block): boolean {
  if (!isLine(block)) return block.kind === 'row';
  if (isListed.test(block.text)) return true;
  return (
    begins.test(block.text) &&
    (title.endsWith('?') ||
      title.endsWith(':') ||
      endsAsText.test(block.text) ||
      block.text.length > title.length)
  );
}

async function* withNext(
  blocks: AsyncIterable<PlacedBlock> | Iterable<PlacedBlock>,
): AsyncGenerator<PlacedBlock & { next: Block | undefined }> {
  let held: PlacedBlock | undefined;
  for await (const placed of blocks) {
    if (held) yield { ...held, next: placed.block };
    held = placed;
  }
  if (held) yield { ...held, next: undefined };
}

/** Whether what comes next is a question, or one with its answer, so that this may well be one, too. */
const goesOnAsking = (next: Block | undefined) =>
  next !== undefined &&
  (next.kind === 'heading'
    ? next.text.endsWith('?')
    : isLine(next) &&
      (isQuestion(next.text) || pairIn(next.text) !== undefined || askedMark.test(next.text)));

/**
 * The blocks of a text with the headings that only their place tells: short lines, begun like a title, above a text, and
 * questions above their answers. Where the format has headings of its own (`isMarkedUp`), questions alone are added.
 */
export async function* withHeadings(
  blocks: AsyncIterable<PlacedBlock> | Iterable<PlacedBlock>,
  isMarkedUp = false,
): AsyncGenerator<Block> {
  let titles: Line[] = [];
  let isFirst = !isMarkedUp;
  /** The document's title stands right above: a short line may go on with it. */
  let isBelowTop = false;
  /** What the line's mark, above it or before it, says that it is. */
  let mark: 'question' | 'answer' | undefined;
  /** Questions and their answers go on, one below the other. */
  let isAsking = false;
  const asHeadings = function* (below: Block): Generator<Block> {
    const held = titles;
    titles = [];
    const last = held.at(-1);
    const isHeaded =
      last !== undefined &&
      (below.kind === 'heading' || isBelow(last.text, below)) &&
      held.length <= mostTitles;
    if (!isHeaded) yield* held;
    else
      for (const [at, { text, position }] of held.entries()) {
        const own = below.kind === 'heading' ? below.level : deepest + 1;
        const level = isFirst && at === 0 ? 1 : Math.max(1, own - (held.length - at));
        yield { kind: 'heading', level, text, position };
        isAsking = text.endsWith('?');
      }
    isFirst = false;
  };
  const asked = function* (text: string, { position }: Line): Generator<Block> {
    const heading: Block = { kind: 'heading', level: deepest, text, position };
    yield* asHeadings(heading);
    yield heading;
    isAsking = true;
  };
  for await (const { block, isApart, next } of withNext(blocks)) {
    if (!isLine(block)) {
      isBelowTop = isFirst && block.kind === 'heading' && titles.length === 0;
      const isTop = isFirst && titles.length === 0 && next?.kind === 'heading';
      yield* asHeadings(block);
      if (block.kind === 'heading') {
        isAsking = block.text.endsWith('?');
        // The last line heads nothing.
        if (next === undefined && !isMarkedUp)
          yield { kind: 'paragraph', text: block.text, position: block.position };
        else yield isTop ? { ...block, level: 1 } : block;
      } else yield block;
      continue;
    }
    if (askedLabel.test(block.text) || (isAsking && answeredLabel.test(block.text))) {
      mark = askedLabel.test(block.text) ? 'question' : 'answer';
      continue;
    }
    const begun = askedMark.exec(block.text)?.[0];
    const text = block.text.slice(begun?.length ?? 0);
    const isAsked = begun !== undefined || mark === 'question';
    const pair = isApart || isAsked || block.kind === 'item' ? pairIn(text) : undefined;
    const isPair = pair !== undefined && (isAsked || isAsking || goesOnAsking(next));
    if (isPair || isAsked) {
      yield* asked(pair?.question ?? text, block);
      mark = 'answer';
      if (pair) {
        yield { ...block, kind: 'paragraph', text: pair.answer.replace(answeredMark, '') };
        mark = undefined;
      }
      continue;
    }
    const isSubtitle = isBelowTop;
    isBelowTop = false;
    const isAnswer = mark === 'answer' || (titles.at(-1)?.text.endsWith('?') ?? false);
    mark = undefined;
    const isTitle = (isApart || isSubtitle) && mayBeTitle(block) && (!isMarkedUp || isQuestion(block.text));
    if (isTitle && !(block.kind === 'item' && goesOnAsking(next))) {
      titles.push({ ...block, text: block.text.replace(/^[-•*·–]\s+/, '') });
      // A list of short lines has no end that must be waited for.
      if (titles.length > mostTitles) {
        yield titles.shift() as Line;
        isFirst = false;
      }
      continue;
    }
    const own = isAnswer ? block.text.replace(answeredMark, '') : block.text;
    // Right below a numbered title its text was taken for more of an entry.
    const isItsText = titles.length > 0 && !isApart && !isListed.test(own);
    const below: Block = { ...block, kind: isItsText ? 'paragraph' : block.kind, text: own };
    yield* asHeadings(below);
    yield below;
  }
  yield* titles;
}
