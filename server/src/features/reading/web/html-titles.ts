import type { Block } from '../blocks/block.ts';
import { isBoldTitle } from '../blocks/headings.ts';
import { normaliseText } from './html-faq.ts';

export type Region = 'header' | 'footer';

/**
 * What a block may be beside what it says: a button that shows what follows, a line in bold, a term or what it means.
 */
export type Part = 'toggle' | 'button' | 'bold' | 'term' | 'definition';

export interface PageBlock {
  block: Block;
  inMain: boolean;
  region: Region | undefined;
  part?: Part | undefined;
}

/** A level below any heading that a page may have marked. */
export const questionLevel = 6;
/** A longer line in bold, or on a button, is no title. */
export const maxTitleLength = 180;
/** A longer meaning of a term is a text below it. */
const maxDefinitionLength = 120;

/** A term with what it means: a line of both, or a heading where that is a text. */
function blocksOfDefinition(term: string, meanings: readonly Block[]): Block[] {
  const texts = meanings.map((block) => ('text' in block ? block.text : ''));
  const text = texts.join(', ');
  if (text.length > maxDefinitionLength || term.endsWith('?') || texts.includes(''))
    return [{ kind: 'heading', level: questionLevel, text: term, position: {} }, ...meanings];
  return [{ kind: 'paragraph', text: `${term}${term.endsWith(':') ? '' : ' :'} ${text}`, position: {} }];
}

/**
 * The blocks with what stands above what follows as headings: bold lines, terms, buttons, questions by a page's own
 * data.
 */
export function addTitles(read: readonly PageBlock[], questions: ReadonlySet<string>): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < read.length; at++) {
    const { block, part } = read[at] as PageBlock;
    const next = read[at + 1];
    if (block.kind === 'row' || block.kind === 'heading') {
      blocks.push(block);
    } else if (part === 'term' && next?.part === 'definition') {
      let end = at + 1;
      while (read[end]?.part === 'definition') end++;
      blocks.push(
        ...blocksOfDefinition(
          block.text,
          read.slice(at + 1, end).map(({ block }) => block),
        ),
      );
      at = end - 1;
    } else {
      const isAbove =
        next !== undefined && next.block.kind !== 'heading' && (part === undefined || next.part !== part);
      const isTitle =
        part === 'toggle' ||
        part === 'button' ||
        (part === 'bold' && isBoldTitle(block.text)) ||
        questions.has(normaliseText(block.text));
      const isHeading = isAbove && isTitle && block.text.length <= maxTitleLength;
      if (isHeading) blocks.push({ kind: 'heading', level: questionLevel, text: block.text, position: {} });
      else if (part !== 'toggle' && part !== 'button') blocks.push(block);
    }
  }
  return blocks;
}
