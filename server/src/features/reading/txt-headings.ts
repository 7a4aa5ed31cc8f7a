import type { Block } from './block.ts';

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
const year = /\b(?:19|20)\d{2}\b/g;
const begins = /^[«“"¿(]?\s*[\p{Lu}\p{N}]/u;
const isListed = /^(?:[-•–*·]|\(?\p{L}[.)])\s/u;

/** "Q : …", "Question – …", "R : …", "A. …": the mark says what the line is, and is no part of it. */
const askedMark = /^(?:Q|Question|Demande)(?:\s?(?:n°\s?)?\d{1,3})?\s?[:.)–—-]\s*(?=\S)/iu;
const answeredMark = /^(?:R|A|Rép|Réponse|Answer)(?:\s?(?:n°\s?)?\d{1,3})?\s?[:.)–—-]\s+(?=\S)/u;

/** Whether a line says by a mark that it is a question or its answer: it goes on with no line before. */
export const isMarked = (line: string) => askedMark.test(line) || answeredMark.test(line);

/** What no mark or number ranks stands below what one does. */
const deepest = 6;

type Line = Extract<Block, { kind: 'paragraph' | 'item' | 'note' }>;

export interface PlacedBlock {
  block: Block;
  /** Nothing but a blank line stands right above it. */
  isAfterBlank: boolean;
}

const isLine = (block: Block): block is Line => block.kind !== 'heading' && block.kind !== 'row';

/** A question by its mark, where it has one, or by the shape of its line. */
function mayBeTitle({ kind, text }: Line): boolean {
  const isNumbered = ownNumber.test(text);
  if (kind === 'item' && !isNumbered) return false;
  const title = text.replace(ownNumber, '');
  if (title.length < 3 || !begins.test(title) || isListed.test(title)) return false;
  if (title.endsWith('?')) return title.length <= longestQuestion;
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

/**
 * The blocks of a plain text with the headings that only their place tells: short lines, begun like a title, above a text.
 * Questions above their answers are headings, too.
 */
export async function* withHeadings(blocks: AsyncIterable<PlacedBlock>): AsyncGenerator<Block> {
  let titles: Line[] = [];
  let isFirst = true;
  let isAsked = false;
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
      }
    isFirst = false;
  };
  for await (const { block, isAfterBlank } of blocks) {
    if (isLine(block)) {
      const asked = askedMark.exec(block.text)?.[0];
      if (asked !== undefined) {
        const text = block.text.slice(asked.length);
        yield* asHeadings({ kind: 'heading', level: deepest, text, position: block.position });
        yield { kind: 'heading', level: deepest, text, position: block.position };
        isAsked = true;
        continue;
      }
      if (isAfterBlank && mayBeTitle(block)) {
        titles.push(block);
        // A list of short lines has no end that must be waited for.
        if (titles.length > mostTitles) {
          yield titles.shift() as Line;
          isFirst = false;
        }
        continue;
      }
      const text =
        isAsked || titles.at(-1)?.text.endsWith('?') ? block.text.replace(answeredMark, '') : block.text;
      isAsked = false;
      // Right below a numbered title its text was taken for more of an entry.
      const isItsText = titles.length > 0 && !isAfterBlank && !isListed.test(text);
      const below: Block = { ...block, kind: isItsText ? 'paragraph' : block.kind, text };
      yield* asHeadings(below);
      yield below;
      continue;
    }
    yield* asHeadings(block);
    yield block;
  }
  yield* titles;
}
