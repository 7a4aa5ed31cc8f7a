import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexiconFolder } from '../../reading/service.ts';
import { type Lexicon, lexicon } from './lexicon.ts';

/** What the lexicon's concepts have to do with each other. */
interface Associations {
  /** The concepts that answer each one. */
  answers: readonly ReadonlySet<number>[];
  /** The concepts that each one answers. */
  answered: readonly ReadonlySet<number>[];
}

function invertRelation(answers: readonly ReadonlySet<number>[]): Set<number>[] {
  const answered = answers.map(() => new Set<number>());
  for (const [id, others] of answers.entries()) for (const other of others) answered[other]?.add(id);
  return answered;
}

function computeAssociations(loadedLexicon: Lexicon): Associations {
  const answers = Array.from({ length: loadedLexicon.size }, (_, id) => loadedLexicon.answers(id));
  return { answers, answered: invertRelation(answers) };
}

/**
 * The file of the associations: working them out takes a second, so the build does it once, and leaves them beside the
 * lexicon's texts.
 */
const file = join(lexiconFolder, 'associations.bin');

/** The associations as a file holds them: the number of concepts, of those that answer each, then which these are. */
export function associationsFile(): Buffer {
  const { answers } = computeAssociations(lexicon());
  const numbers = Uint32Array.from([
    answers.length,
    ...answers.map(({ size }) => size),
    ...answers.flatMap((those) => [...those]),
  ]);
  return Buffer.from(numbers.buffer);
}

function parseAssociations(bytes: Buffer): Associations {
  const size = bytes.readUint32LE(0);
  let at = 4 * (1 + size);
  const answers = Array.from({ length: size }, (_, id) => {
    const end = at + 4 * bytes.readUint32LE(4 * (1 + id));
    const those = new Set<number>();
    for (; at < end; at += 4) those.add(bytes.readUint32LE(at));
    return those;
  });
  return { answers, answered: invertRelation(answers) };
}

let loadedAssociations: Associations | undefined;

/** Read when they are first asked for, unless they have been prepared. */
export function associations(): Associations {
  loadedAssociations ??= existsSync(file)
    ? parseAssociations(readFileSync(file))
    : computeAssociations(lexicon());
  return loadedAssociations;
}
