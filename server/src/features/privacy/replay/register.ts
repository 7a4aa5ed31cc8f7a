import * as z from 'zod/mini';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { getOrInsertSetting, replaceSetting } from '../../../db/settings.ts';
import { transaction } from '../../../db/transaction.ts';
import { newId } from '../../../kit/ids.ts';
import { type Deletion, forgetWritten, listUnwritten } from './queries.ts';

/**
 * The register of deletions: notes beside the files, in no backup, each with some lines of what was deleted, by id. Each is
 * written under a number that is one more than the database knows; the mark tells the last one. A mark that is ahead of the
 * database means that the database is older than its register: restored from a backup.
 */

const settingKey = 'deletions_mark';
const markName = 'mark';
const hourMs = 3_600_000;
const batchSize = 5000;

const line = z.object({
  kind: z.enum(['account', 'chatbot', 'source', 'conversation', 'api_key']),
  id: z.uuid(),
  at: z.iso.datetime(),
});

const writeNote = (deletions: readonly Deletion[]) =>
  deletions.map(({ kind, id, at }) => `${JSON.stringify({ kind, id, at: at.toISOString() })}\n`).join('');

/** The deletions that a note tells of. */
export function readNote(name: string, text: string): Deletion[] {
  return text
    .split('\n')
    .filter((row) => row !== '')
    .map((row, at) => {
      try {
        const { kind, id, at } = line.parse(JSON.parse(row));
        return { kind, id, at: new Date(at) };
      } catch {
        throw new Error(`${name}, line ${at + 1}: not a line of a register of deletions`);
      }
    });
}

const nameOf = (number: number, id: string) => `${String(number).padStart(12, '0')}-${id}.jsonl`;

/** The number that a note of deletions was written under; undefined of another file. */
export const numberOf = (name: string): number | undefined => {
  const number = /^(\d{12})-[0-9a-f-]{36}\.jsonl$/.exec(name)?.[1];
  return number === undefined ? undefined : Number(number);
};

/** How far the register had come when the database last knew: a number, and when. */
export interface Mark {
  number: number;
  at: number;
}

const readMark = (text: string): Mark => {
  const [number, at] = text.split(' ').map(Number);
  if (!Number.isSafeInteger(number) || !Number.isSafeInteger(at))
    throw new Error('The register of deletions has a mark that cannot be read.');
  return { number: number as number, at: at as number };
};
const writeMark = ({ number, at }: Mark) => `${number} ${at}`;
const nothing: Mark = { number: 0, at: 0 };

export const markOfDatabase = async (db: Db, now: Date): Promise<Mark> =>
  readMark(await getOrInsertSetting(db, settingKey, writeMark(nothing), now));

export async function markOfRegister({ files }: Pick<Context, 'files'>): Promise<Mark | undefined> {
  const text = await files.notes.read(markName);
  return text === undefined ? undefined : readMark(text);
}

/** Moves the mark on, in the database first: behind it nothing is lost, ahead of it something would be taken for lost. */
export async function moveMark(
  { db, files }: Context,
  from: Mark,
  to: Mark,
  also: (db: Db) => Promise<unknown>,
) {
  await transaction(db, async (db) => {
    if (!(await replaceSetting(db, settingKey, writeMark(from), writeMark(to), new Date(to.at))))
      throw new Error('another process has written on the register of deletions');
    await also(db);
  });
  await files.notes.write(markName, writeMark(to));
}

/** Writes what was deleted since the last time; each hour the mark moves on even where nothing was. */
export async function writeOn(context: Context): Promise<void> {
  const { db, files, clock } = context;
  for (;;) {
    const now = clock();
    const mark = await markOfDatabase(db, now);
    const deletions = await listUnwritten(db, batchSize);
    if (deletions.length === 0 && Math.abs(now.getTime() - mark.at) < hourMs) return;
    const number = mark.number + 1;
    if (deletions.length > 0) await files.notes.write(nameOf(number, newId(now)), writeNote(deletions));
    const ids = deletions.map(({ id }) => id);
    await moveMark(context, mark, { number, at: now.getTime() }, (db) => forgetWritten(db, ids));
    if (deletions.length < batchSize) return;
  }
}
