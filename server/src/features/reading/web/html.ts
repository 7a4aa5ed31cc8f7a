import { Parser } from 'htmlparser2';
import type { Block } from '../blocks/block.ts';
import { withQuestions } from '../blocks/headings.ts';
import { decodeBody } from './html-encoding.ts';
import { normaliseText } from './html-faq.ts';
import { type HtmlOptions, PageReader } from './html-page-reader.ts';
import { addTitles } from './html-titles.ts';

export interface HtmlPage {
  title?: string;
  language?: string;
  /** What the page calls its own address, absolute. */
  canonical?: string;
  /** Absolute addresses that it links to, each once. */
  links: string[];
  blocks: Block[];
}

const lengthOf = (blocks: Block[]) =>
  blocks.reduce((sum, block) => sum + ('text' in block ? block.text.length : 50), 0);

/** Characters parsed in one go: more would hold up the garbage collector for nothing. */
const chunkLength = 1 << 16;

/** A page's main text and what its head says. */
export function readHtml(body: Uint8Array, options: HtmlOptions): HtmlPage {
  const reader = new PageReader(options);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      onclosetag: (name) => reader.close(name),
      ontext: (text) => reader.text(text),
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  const text = decodeBody(body, options.charset).replaceAll('\0', '').toWellFormed();
  for (let at = 0; at < text.length; at += chunkLength) parser.write(text.slice(at, at + chunkLength));
  parser.end();
  reader.flush();
  const questions = reader.faq.questions();
  const known = reader.blocks.filter(
    ({ block, part }) => part !== 'button' || ('text' in block && questions.has(normaliseText(block.text))),
  );
  const main = known.filter(({ inMain }) => inMain).map(({ block }) => block);
  // A page whose `main` holds next to nothing (a template's remains) is read whole.
  const isMainEnough = reader.hasMain && lengthOf(main) > 200;
  const read = known.filter(({ inMain, region }) => !isMainEnough || inMain || region !== undefined);
  return {
    ...(reader.title ? { title: reader.title } : {}),
    ...(reader.language ? { language: reader.language } : {}),
    ...(reader.canonical ? { canonical: reader.canonical } : {}),
    links: [...reader.links],
    blocks: withQuestions(addTitles(read, questions)),
  };
}
