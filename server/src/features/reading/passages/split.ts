import type { Block, PageStart, Position } from '../blocks/block.ts';
import { entryOf } from '../blocks/list-entry.ts';
import { detectLanguage, type TextLanguage } from '../words/language.ts';
import { sentencesOf } from './sentences.ts';
import { StartsInText } from './starts.ts';
import { type PassageTerms, termsOfPassage } from './terms.ts';

export interface ReadPassage extends PassageTerms {
  ordinal: number;
  text: string;
  position: Position;
  /** Where in its text its pages or rows begin, if it has several: as `numbersAt` reads it. */
  starts: number[];
  language: TextLanguage;
  tokens: number;
}

/** One token is 3.5 characters. */
const charactersPerToken = 3.5;
const tokensOf = (characters: number) => Math.ceil(characters / charactersPerToken);
const charactersOf = (tokens: number) => Math.floor(tokens * charactersPerToken);

/**
 * A smaller passage has too little context to answer from; a larger one has several subjects, and an answer costs more
 * than it needs.
 */
const maxCharacters = charactersOf(400);
/** Less is no passage of its own: a long paragraph follows it, a title's page goes with the page after it. */
const minCharacters = charactersOf(40);
/** A page's own text is cut off at its end, so that a citation names the right page, unless there is hardly any. */
const minPageCharacters = charactersOf(8);
/** Lines of a list of hours, prices or addresses that belong together may take so much before they are parted. */
const maxListCharacters = 2 * maxCharacters;
/** Rows and sentences are never cut, except monsters that are neither (a 49 MB line). */
const monster = charactersOf(2_000);
/** A first line without a sentence's end is a title also where the format has none (TXT). */
const maxTitleLength = 120;

interface Piece {
  text: string;
  position: Position;
  kind: Block['kind'];
  pages?: readonly PageStart[];
  /** Whether it is a line of hours, prices, ways to reach somebody. */
  isEntry?: boolean;
}

/** A part of a text, and where it begins there. */
interface Part {
  text: string;
  at: number;
}

// PostgreSQL stores neither NUL nor half of a surrogate pair.
const tidy = (text: string) => {
  const whole = text.toWellFormed();
  // Readers squeeze what they read: looking is cheaper than replacing each space by one.
  return (/[\t\r\n\f\v\0]| {2}/.test(whole) ? whole.replace(/[ \t\r\n\f\v\0]+/g, ' ') : whole).trim();
};

const separatorOf = (before: Piece | undefined, piece: Piece): string => {
  if (before === undefined) return '';
  const isDense = piece.kind === 'row' || piece.kind === 'item';
  return (isDense && before.kind === piece.kind) || (before.isEntry && piece.isEntry) ? '\n' : '\n\n';
};

/** Short lines between entries are of their list: "Fermé le lundi", what a dish comes with. */
const maxListItemLength = 80;
const isOfList = ({ kind, text, isEntry }: Piece) =>
  isEntry || (kind !== 'heading' && kind !== 'row' && text.length <= maxListItemLength);

function textOfRow(header: string[], cells: string[]): string {
  const parts: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const value = tidy(cell);
    const name = tidy(header[index] ?? '');
    // A name that ends in a colon keeps its own, in its own language's typography.
    const label = name === '' ? '' : name.endsWith(':') ? `${name} ` : `${name}: `;
    if (value !== '') parts.push(label + value);
  }
  return parts.join(' | ');
}

function partOf(text: string, from: number, to = text.length): Part {
  const part = text.slice(from, to).trimStart();
  return { text: part.trimEnd(), at: Math.min(to, text.length) - part.length };
}

/** Cuts at the last space before each limit; the text between spaces is whole unless it alone is over it. */
function* cutAtSpaces(text: string, limit: number, from = 0, to = text.length): Generator<Part> {
  let start = from;
  while (to - start > limit) {
    const space = text.slice(start, start + limit).lastIndexOf(' ');
    const end = start + (space > 0 ? space : limit);
    yield partOf(text, start, end);
    start = end;
  }
  yield partOf(text, start, to);
}

/** A text over the limit, in parts of about the same size that end with a sentence. */
function* cutAtSentences(text: string): Generator<Part> {
  if (text.length <= maxCharacters) {
    yield { text, at: 0 };
    return;
  }
  const parts = Math.ceil(text.length / maxCharacters);
  const size = text.length / parts;
  let start = 0;
  let end = 0;
  for (const sentence of sentencesOf(text)) {
    // The sentence that passes the mark goes where the larger part of it lies, so parts stay even.
    if (end > start && sentence.end - start > maxCharacters) {
      yield* cutAtSpaces(text, monster, start, end);
      start = sentence.start;
    } else if (
      end > start &&
      sentence.end - start > size &&
      sentence.end - start - size > size - (end - start)
    ) {
      yield* cutAtSpaces(text, monster, start, end);
      start = sentence.start;
    }
    end = sentence.end;
  }
  yield* cutAtSpaces(text, monster, start);
}

/** The pages that begin within a part, and the position at which the part itself begins. */
function placeOfPart(
  { text, at }: Part,
  position: Position,
  pages: readonly PageStart[],
): { position: Position; pages: PageStart[] } {
  const before = pages.findLast((start) => start.at <= at);
  return {
    position: before ? { ...position, page: before.page } : position,
    pages: pages
      .filter((start) => start.at > at && start.at < at + text.length)
      .map(({ at: from, page }) => ({ at: from - at, page })),
  };
}

class PassageBuilder {
  #ordinal = 0;
  #pieces: Piece[] = [];
  #characters = 0;
  #path: { level: number; text: string }[] = [];
  #position: Position | undefined;
  #language: TextLanguage | undefined;
  #started = false;
  readonly #done: ReadPassage[] = [];

  take(): ReadPassage[] {
    return this.#done.splice(0);
  }

  add(block: Block): void {
    if (block.kind === 'heading') {
      this.#addHeading(block.level, tidy(block.text), block.position);
      return;
    }
    if (block.kind === 'row') {
      for (const { text } of cutAtSpaces(textOfRow(block.header, block.cells), monster))
        this.#append({ text, position: block.position, kind: 'row' });
      return;
    }
    const entry = entryOf(block.text);
    const text = tidy(entry ?? block.text);
    if (text === '') return;
    const isTitle =
      !this.#started &&
      text.length <= maxTitleLength &&
      block.kind === 'paragraph' &&
      !/[.!?…:;,]$/.test(text) &&
      !(entry !== undefined && /[\d@]/.test(text));
    if (isTitle) {
      this.#addHeading(1, text, block.position);
      return;
    }
    if (entry !== undefined) {
      this.#append({ text, position: block.position, kind: block.kind, isEntry: true });
      return;
    }
    // Counted from the end, which what is tidied before it does not move.
    const pages = (block.pages ?? []).map(({ at, page }) => ({
      at: text.length - tidy(block.text.slice(at)).length,
      page,
    }));
    for (const part of cutAtSentences(text)) {
      const place = placeOfPart(part, block.position, pages);
      this.#append({ text: part.text, kind: block.kind, ...place });
    }
  }

  #hasOnlyHeadings(): boolean {
    return this.#pieces.every((piece) => piece.kind === 'heading');
  }

  #addHeading(level: number, text: string, position: Position): void {
    if (text === '') return;
    this.#started = true;
    // However short, an answer is one of its own question.
    const isAnswered = this.#path.at(-1)?.text.endsWith('?');
    if (!this.#hasOnlyHeadings() && (isAnswered || this.#characters >= minPageCharacters)) this.flush();
    this.#path = [...this.#path.filter((heading) => heading.level < level), { level, text }];
    for (const part of cutAtSpaces(text, monster))
      this.#append({ text: part.text, position, kind: 'heading' });
  }

  /** Whether a further line can stay with the list that it goes on with, which what stands before it makes room for. */
  #keepsList(piece: Piece): boolean {
    if (!isOfList(piece)) return false;
    const last = this.#pieces.findLastIndex((before) => !isOfList(before));
    const begin = this.#pieces[last]?.text.endsWith(':') ? last : last + 1;
    const [first, ...others] = this.#pieces.slice(begin);
    if (first === undefined) return false;
    const size = [first, ...others, piece].reduce((sum, { text }) => sum + text.length + 1, 0);
    if (size > maxListCharacters || ![first, ...others].some(({ isEntry }) => isEntry)) return false;
    if (this.#pieces.slice(0, begin).some(({ kind }) => kind !== 'heading')) {
      this.#pieces.length = begin;
      this.flush();
      this.#append(first);
      this.#pieces.push(...others);
      this.#characters = size - piece.text.length - 1;
    }
    return true;
  }

  #append(piece: Piece): void {
    const { text, position } = piece;
    if (text === '') return;
    this.#started = true;
    const before = this.#position;
    if (before !== undefined) {
      const enough = this.#hasOnlyHeadings() ? minCharacters : minPageCharacters;
      const otherPage = before.page !== position.page && this.#characters >= enough;
      const tooLong = this.#characters + text.length > maxCharacters && this.#characters >= minCharacters;
      if (before.sheet !== position.sheet || otherPage) this.flush();
      else if (tooLong && !this.#keepsList(piece)) this.flush();
    }
    if (this.#position === undefined) {
      const heading = position.heading ?? this.#path.map((part) => part.text).join(' › ');
      this.#position = { ...position, ...(heading === '' ? {} : { heading }) };
    } else if (this.#hasOnlyHeadings()) {
      // A passage stands under the last of the headings that open it.
      const heading = this.#path.map((part) => part.text).join(' › ');
      if (heading !== '') this.#position = { ...this.#position, heading };
      if (position.row !== undefined) this.#position.row = position.row;
    }
    this.#pieces.push(piece);
    this.#characters += text.length + 1;
  }

  flush(): void {
    const position = this.#position;
    if (position === undefined) return;
    let text = '';
    let before: Piece | undefined;
    const starts = new StartsInText();
    for (const piece of this.#pieces) {
      text += separatorOf(before, piece);
      const from = text.length;
      text +=
        piece.kind === 'item' && !/^(?:[•\-–*\d(]|\p{S}\s)/u.test(piece.text)
          ? `- ${piece.text}`
          : piece.text;
      starts.add(from, piece.position.page ?? piece.position.row);
      const own = text.length - piece.text.length;
      for (const { at, page } of piece.pages ?? []) starts.add(own + at, page);
      before = piece;
    }
    const language = detectLanguage(text) ?? this.#language ?? 'fr';
    this.#language = language;
    const ordinal = this.#ordinal;
    this.#done.push({
      ordinal,
      text,
      position: { ...position, ...starts.ends(position) },
      starts: starts.list(),
      language,
      tokens: tokensOf(text.length),
      ...termsOfPassage({ text, position, ordinal, language }),
    });
    this.#ordinal += 1;
    this.#pieces = [];
    this.#characters = 0;
    this.#position = undefined;
  }
}

/**
 * Passages of about 150 to 400 tokens that follow the document: they keep sections, pages, sheets, rows and sentences
 * together, and lose nothing between them. Works on a stream, in memory for one passage.
 */
export async function* splitIntoPassages(
  blocks: AsyncIterable<Block> | Iterable<Block>,
): AsyncGenerator<ReadPassage> {
  const builder = new PassageBuilder();
  for await (const block of blocks) {
    builder.add(block);
    yield* builder.take();
  }
  builder.flush();
  yield* builder.take();
}

/** Passages of blocks that are in memory already, such as a page's. */
export function passagesOf(blocks: Block[]): ReadPassage[] {
  const builder = new PassageBuilder();
  for (const block of blocks) builder.add(block);
  builder.flush();
  return builder.take();
}
