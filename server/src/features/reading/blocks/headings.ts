import type { Block } from './block.ts';
import { isEntry } from './list-entry.ts';

/** Longer, a line is a sentence that lost its stop; a question may take more words. */
const maxTitleLength = 90;
const maxQuestionLength = 180;
/** "Horaires :", but not "Sont exclus de toutes les formules :". */
const maxLabelLength = 40;
/** Several titles may stand above one text, of its document, its part and itself; more short lines are a list. */
const maxTitles = 3;

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
const answerWords = '(?:R|A|R[ée]p|R[ée]ponse|R[ÉE]PONSE|Answer|ANSWER)';
const questionMark = new RegExp(
  String.raw`^(?:\d{1,3}[.)]\s+)?(?:Q|Question|Demande)${numberOfPair}${afterMark}(?=\S)`,
  'iu',
);
const answerMark = new RegExp(`^${answerWords}${numberOfPair}${afterMark}(?=\\S)`, 'u');
/** A mark with a line of its own, above what it marks. */
const questionLabel = /^(?:Q|Question|Demande)(?:\s?(?:n°\s?)?\d{1,3}\s?[:.]?|\s?[:.])$/iu;
const answerLabel = new RegExp(`^${answerWords}${numberOfPair}\\s?[:.]$`, 'u');

/** Whether a line says by a mark that it is a question or its answer: it goes on with no line before. */
export const isMarked = (line: string) =>
  questionMark.test(line) || answerMark.test(line) || questionLabel.test(line) || answerLabel.test(line);

/** A question and what answers it behind it: "Et s’il pleut ? La séance est reportée." */
export function pairIn(line: string): { question: string; answer: string } | undefined {
  const end = line.indexOf('?') + 1;
  if (end < 4 || end > maxQuestionLength) return undefined;
  const question = line.slice(0, end).replace(bullet, '');
  const answer = line.slice(end).trim();
  return begins.test(question) && begins.test(answer) && !/[.!]\s+\p{Lu}/u.test(question)
    ? { question, answer }
    : undefined;
}

/** Whether a line is nothing but a question. */
export const isQuestion = (line: string) =>
  line.length <= maxQuestionLength &&
  line.length > 3 &&
  line.endsWith('?') &&
  begins.test(line.replace(bullet, ''));

/** Whether lines that an author broke within a paragraph stand alone: hours, addresses, a question above its answer. */
export const standAlone = (lines: readonly string[]) =>
  lines.filter(isEntry).length > 1 || lines.slice(0, -1).some(isQuestion);

/** What no mark or number ranks stands below what one does. */
const maxDepth = 6;

type Line = Extract<Block, { kind: 'paragraph' | 'item' | 'note' }>;

export interface PlacedBlock {
  block: Block;
  /** Whether nothing but a blank line stands right above it, or its shape sets it apart from what does. */
  isApart: boolean;
}

const isLine = (block: Block): block is Line => block.kind !== 'heading' && block.kind !== 'row';

/** Whether a line may be a question, by its mark or by its shape. */
function mayBeTitle({ kind, text }: Line): boolean {
  const isNumbered = ownNumber.test(text);
  if (kind === 'item' && !isNumbered) return isQuestion(text);
  const title = text.replace(ownNumber, '').replace(ownLetter, '');
  if (title.length < 3 || !begins.test(title) || isListed.test(title)) return false;
  if (title.endsWith('?')) return title.length <= maxQuestionLength;
  if (isEntry(title)) return false;
  const hasColon = title.endsWith(':');
  const said = hasColon ? title.slice(0, -1) : title;
  return (
    said.length <= (hasColon ? maxLabelLength : maxTitleLength) &&
    !endsAsText.test(title) &&
    !/[.!?]\s/.test(said) &&
    !saysSomething.test(said.replace(year, ''))
  );
}

/** What pictures and tables are called, below them or above. */
const caption =
  /^(?:figure|fig\.|tableau|table|photo|image|illustration|graphique|source|crédits?)(?!\p{L})/iu;
const saysAmount = /[€£$%@]|\d\s?(?:h|heures?|[ap]m)(?!\p{L})/iu;

/** Whether a line that is set in bold may be a title: no sentence that is stressed, no price, no caption. */
export const isBoldTitle = (text: string) =>
  text.length <= maxQuestionLength &&
  !caption.test(text) &&
  !saysAmount.test(text) &&
  !isEntry(text) &&
  mayBeTitle({ kind: 'paragraph', text: text.replace(/(?<=\p{L}.{0,180})\d/gu, ''), position: {} });

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

/** Whether what comes next is a question, or one with its answer, so that this may well be one, too. */
const continuesQuestion = (next: Block | undefined) =>
  next !== undefined &&
  (next.kind === 'heading'
    ? next.text.endsWith('?')
    : isLine(next) &&
      (isQuestion(next.text) || pairIn(next.text) !== undefined || questionMark.test(next.text)));

/**
 * Adds to a text's blocks the headings that only their place tells: short lines, begun like a title, above a text, and
 * questions above their answers. Where the format has headings of its own (`isMarkedUp`), questions alone are added.
 */
class HeadingFinder {
  readonly #isMarkedUp: boolean;
  #pending: PlacedBlock | undefined;
  #titles: Line[] = [];
  #isFirst: boolean;
  /** Whether the document's title stands right above: a short line may go on with it. */
  #isBelowTop = false;
  /** What the line's mark, above it or before it, says that it is. */
  #mark: 'question' | 'answer' | undefined;
  /** Whether questions and their answers go on, one below the other. */
  #isAsking = false;

  constructor(isMarkedUp: boolean) {
    this.#isMarkedUp = isMarkedUp;
    this.#isFirst = !isMarkedUp;
  }

  *add(placed: PlacedBlock): Generator<Block> {
    const held = this.#pending;
    this.#pending = placed;
    if (held) yield* this.#settle(held, placed.block);
  }

  *end(): Generator<Block> {
    if (this.#pending) yield* this.#settle(this.#pending, undefined);
    yield* this.#titles;
  }

  *#asHeadings(below: Block): Generator<Block> {
    const held = this.#titles;
    this.#titles = [];
    const last = held.at(-1);
    const isHeaded =
      last !== undefined &&
      (below.kind === 'heading' || isBelow(last.text, below)) &&
      held.length <= maxTitles;
    if (!isHeaded) yield* held;
    else
      for (const [at, { text, position }] of held.entries()) {
        const own = below.kind === 'heading' ? below.level : maxDepth + 1;
        const level = this.#isFirst && at === 0 ? 1 : Math.max(1, own - (held.length - at));
        yield { kind: 'heading', level, text, position };
        this.#isAsking = text.endsWith('?');
      }
    this.#isFirst = false;
  }

  *#heading(heading: Extract<Block, { kind: 'heading' }>, isLast: boolean): Generator<Block> {
    const isMarked = questionMark.test(heading.text);
    yield* this.#asHeadings(heading);
    this.#isAsking = isMarked || heading.text.endsWith('?');
    this.#mark = this.#isAsking ? 'answer' : undefined;
    // The last line heads nothing.
    if (isLast && !this.#isMarkedUp)
      yield { kind: 'paragraph', text: heading.text, position: heading.position };
    else yield isMarked ? { ...heading, text: heading.text.replace(questionMark, '') } : heading;
  }

  *#settle({ block, isApart }: PlacedBlock, next: Block | undefined): Generator<Block> {
    if (block.kind === 'heading') {
      this.#isBelowTop = this.#isFirst && this.#titles.length === 0;
      const isTop = this.#isBelowTop && next?.kind === 'heading';
      yield* this.#heading(isTop ? { ...block, level: 1 } : block, next === undefined);
      return;
    }
    if (!isLine(block)) {
      yield* this.#asHeadings(block);
      yield block;
      return;
    }
    if (next && (questionLabel.test(block.text) || (this.#isAsking && answerLabel.test(block.text)))) {
      this.#mark = questionLabel.test(block.text) ? 'question' : 'answer';
      return;
    }
    const begun = questionMark.exec(block.text)?.[0];
    const text = block.text.slice(begun?.length ?? 0);
    const isAsked = begun !== undefined || this.#mark === 'question';
    const pair = isApart || isAsked || block.kind === 'item' ? pairIn(text) : undefined;
    const isPair = pair !== undefined && (isAsked || this.#isAsking || continuesQuestion(next));
    if (isPair || isAsked) {
      const heading = { kind: 'heading' as const, level: maxDepth, position: block.position };
      yield* this.#heading({ ...heading, text: pair?.question ?? text }, false);
      this.#isAsking = true;
      this.#mark = pair ? undefined : 'answer';
      if (pair) yield { ...block, kind: 'paragraph', text: pair.answer.replace(answerMark, '') };
      return;
    }
    const isSubtitle = this.#isBelowTop;
    this.#isBelowTop = false;
    const isAnswer = this.#mark === 'answer' || (this.#titles.at(-1)?.text.endsWith('?') ?? false);
    this.#mark = undefined;
    const isTitle =
      (isApart || isSubtitle) && mayBeTitle(block) && (!this.#isMarkedUp || isQuestion(block.text));
    if (isTitle && !(block.kind === 'item' && continuesQuestion(next))) {
      this.#titles.push({ ...block, text: block.text.replace(/^[-•*·–]\s+/, '') });
      // A list of short lines has no end that must be waited for.
      if (this.#titles.length > maxTitles) {
        yield this.#titles.shift() as Line;
        this.#isFirst = false;
      }
      return;
    }
    const own = isAnswer ? block.text.replace(answerMark, '') : block.text;
    // Right below a numbered title its text was taken for more of an entry.
    const isItsText = this.#titles.length > 0 && !isApart && !isListed.test(own);
    const below: Block = { ...block, kind: isItsText ? 'paragraph' : block.kind, text: own };
    yield* this.#asHeadings(below);
    yield below;
  }
}

/** A text's blocks with the headings that only their place tells; of a format that has headings of its own, questions. */
export async function* withHeadings(
  blocks: AsyncIterable<PlacedBlock>,
  isMarkedUp = false,
): AsyncGenerator<Block> {
  const finder = new HeadingFinder(isMarkedUp);
  for await (const placed of blocks) yield* finder.add(placed);
  yield* finder.end();
}

/** Blocks of a format that has headings of its own, with questions above their answers added to them. */
export function withQuestions(blocks: readonly Block[]): Block[] {
  const finder = new HeadingFinder(true);
  return [...blocks.flatMap((block) => [...finder.add({ block, isApart: true })]), ...finder.end()];
}
