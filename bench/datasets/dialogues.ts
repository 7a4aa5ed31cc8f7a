import fs from 'node:fs';
import { resolve } from 'node:path';
import { normalise } from './collections.ts';

/** Organisations with their documents and what visitors ask them; BENCH_DATA says where they lie. */
const folder = resolve(process.env.BENCH_DATA ?? '../shared/bench', 'dialogues');

export const kinds = [
  'direct',
  'yesno',
  'table',
  'family',
  'followup',
  'other-language',
  'typo',
  'paraphrase',
  'multi',
  'unanswerable',
  'offtopic',
  'smalltalk',
  'person',
] as const;
export type Kind = (typeof kinds)[number];

export interface Turn {
  ask: string;
  kind: Kind;
  /** Groups that an answer must hold, each in one of its wordings. */
  expect?: string[][];
  /** What of the documents an answer may show: beginnings or parts of sentences and rows, as they stand there. */
  relevant?: string[];
}

export interface Organisation {
  id: string;
  name: string;
  language: 'fr' | 'en';
  documents: { name: string; text: string }[];
  dialogues: { language: 'fr' | 'en'; turns: Turn[] }[];
}

/** Others, written for this project to choose constants on; those above are then left out. */
export const ownOrganisations = resolve(import.meta.dirname, '../organisations');

export const readOrganisations = (from = folder): Organisation[] =>
  fs
    .readdirSync(from)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(fs.readFileSync(resolve(from, name), 'utf8')) as Organisation);

export const isTalk = ({ kind }: Turn) => kind === 'smalltalk' || kind === 'person';
export const isAnswerable = ({ expect }: Turn) => expect !== undefined;

export const isRight = ({ expect = [] }: Turn, shown: readonly string[]): boolean => {
  const said = normalise(shown.join(' '));
  return expect.every((group) => group.some((wording) => said.includes(normalise(wording))));
};

/** A row is shown with its columns' names, or some of its cells: it is the one whose named cells all stand in it. */
export const isRelevant = ({ relevant = [] }: Turn, shown: string): boolean => {
  const said = normalise(shown);
  return relevant.some((part) => {
    const wanted = normalise(part);
    if (said.includes(wanted) || (said.length >= leastSaid && wanted.includes(said))) return true;
    const cells = wanted.split(betweenCells).filter((cell) => cell.trim() !== '');
    return cells.length > 1 && cells.slice(1).every((cell) => said.includes(cell.trim()));
  });
};

/** As tables in text have them; a comma within a sentence or a number divides nothing. */
const betweenCells = /;|(?<!\d),(?!\s)|,(?![\s\d])/;

/** Less than this of a sentence could stand anywhere. */
const leastSaid = 12;
