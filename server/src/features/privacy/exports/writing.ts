import { Readable } from 'node:stream';
import type { Context } from '../../../context.ts';
import type { ExportPosition } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { AppError } from '../../../kit/errors.ts';
import { writeCsvRow } from '../../../kit/formats/csv.ts';
import { newId } from '../../../kit/ids.ts';
import { addPart, type ExportRow, entriesOf, exportById } from './queries.ts';
import { readme } from './readme.ts';
import { type ExportedTable, exportedTables } from './register.ts';
import { type ArchivedFile, nextFile, readRows } from './rows.ts';
import { beginEntry, endArchive, endEntry, listEntry, packChunk, type ZipEntry } from './zip.ts';

const partBytes = 8 * 2 ** 20;
const chunkBytes = 2 ** 20;
/** So many names of files that were gone are told one by one. */
const maxMissing = 500;

const tables = Object.entries(exportedTables).flatMap(([name, table]) =>
  typeof table === 'string' ? [] : [{ name, table }],
);

type Step =
  | { kind: 'rows'; name: string; table: ExportedTable; format: 'json' | 'csv' }
  | { kind: 'files'; of: 'sources' | 'images' }
  | { kind: 'readme' };
type RowsStep = Extract<Step, { kind: 'rows' }>;

const steps: readonly Step[] = [
  ...tables.flatMap(({ name, table }): Step[] => [
    { kind: 'rows', name, table, format: 'json' },
    { kind: 'rows', name, table, format: 'csv' },
  ]),
  { kind: 'files', of: 'sources' },
  { kind: 'files', of: 'images' },
  // At the end: it says which files were gone.
  { kind: 'readme' },
];

export const stepCount = steps.length;

export const firstPosition: ExportPosition = {
  step: 0,
  after: null,
  entry: null,
  file: null,
  files: 0,
  missing: [],
  missed: 0,
};

/** Thrown where the archive was deleted while it was written. */
export class ExportGone extends Error {
  override name = 'ExportGone';
}

/** The slice is over. */
class Paused extends Error {}

interface Slice {
  signal: AbortSignal;
  /** By `performance.now()`. */
  until: number;
}

/** What has been written of an archive, in parts: each is stored with the position behind it, in one transaction. */
class ArchiveWriter {
  readonly at: ExportPosition;
  private readonly context: Context;
  private readonly run: Slice;
  private buffered: Buffer[] = [];
  private size = 0;
  private ended: ZipEntry[] = [];
  private stored: Pick<ExportRow, 'id' | 'owner_id' | 'parts' | 'bytes'>;
  private hasStored = false;

  constructor(context: Context, made: ExportRow, run: Slice) {
    this.context = context;
    this.run = run;
    this.stored = made;
    this.at = structuredClone(made.position);
  }

  begin(name: string): ZipEntry {
    const { entry, bytes } = beginEntry(name, this.stored.bytes + this.size);
    this.at.entry = entry;
    this.put(bytes);
    return entry;
  }

  write(entry: ZipEntry, bytes: Buffer, isPacked = false) {
    this.put(packChunk(entry, bytes, isPacked));
  }

  end(entry: ZipEntry) {
    this.put(endEntry(entry));
    this.ended.push(entry);
    this.at.entry = null;
  }

  /** Where the work may be cut: all that was put is told by the position. */
  async pause() {
    // Not before something new is stored: the next slice would begin where this one did.
    const isOver = performance.now() > this.run.until && (this.hasStored || this.size > 0);
    if (this.size >= partBytes || isOver) await this.store();
    this.run.signal.throwIfAborted();
    if (isOver) throw new Paused();
  }

  /** Writes the archive's own list, and what makes it whole with the last part. */
  async finish(onWhole: (db: Db) => Promise<void>) {
    await this.store();
    const start = this.stored.bytes;
    let count = 0;
    for (let number = 0; number < this.stored.parts; number++) {
      const entries = await entriesOf(this.context.db, this.stored.id, number);
      for (const entry of entries) this.put(listEntry(entry));
      count += entries.length;
    }
    this.put(endArchive({ count, start, size: this.size }));
    await this.store(onWhole);
  }

  private put(bytes: Buffer) {
    this.buffered.push(bytes);
    this.size += bytes.length;
  }

  private async store(onWhole?: (db: Db) => Promise<void>) {
    if (this.size === 0) return;
    const { db, files, clock } = this.context;
    const { stored, size, at } = this;
    const fileKey = newId(clock());
    await files.keep(await files.receive(Readable.from(this.buffered), { maxBytes: size }), fileKey);
    const part = { fileKey, size, entries: this.ended };
    const isAdded = await transaction(db, async (db) => {
      if (!(await addPart(db, stored, part, { position: at, done: at.step + at.files }))) return false;
      await onWhole?.(db);
      return true;
    });
    if (!isAdded) {
      await files.remove(fileKey);
      const row = await exportById(db, stored.owner_id, stored.id);
      if (row?.status !== 'running' && row?.status !== 'pending') throw new ExportGone();
      throw new Error('another process has written on');
    }
    this.stored = { ...stored, parts: stored.parts + 1, bytes: stored.bytes + size };
    this.hasStored = true;
    this.buffered = [];
    this.size = 0;
    this.ended = [];
  }
}

const cell = (value: unknown) =>
  typeof value === 'number' || typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);

/** A table as one file; none where it has no row of this account. */
async function writeRows(
  db: Db,
  ownerId: string,
  writer: ArchiveWriter,
  { name, table, format }: RowsStep,
): Promise<void> {
  const { at } = writer;
  const columns = table.columns.split(' ');
  for (;;) {
    const rows = await readRows(db, ownerId, { name, table }, at.after);
    const last = rows.at(-1);
    if (!last) break;
    let entry = at.entry;
    let separator = ',\n';
    if (!entry) {
      entry = writer.begin(`${format}/${name}.${format}`);
      const head = format === 'json' ? '[' : `\ufeff${writeCsvRow(columns)}`;
      writer.write(entry, Buffer.from(head));
      separator = '\n';
    }
    const texts =
      format === 'csv'
        ? rows.map(({ row }) => writeCsvRow(columns.map((column) => cell(row[column]))))
        : rows.map(({ row }, index) => `${index === 0 ? separator : ',\n'}${JSON.stringify(row)}`);
    writer.write(entry, Buffer.from(texts.join('')));
    at.after = last.key;
    await writer.pause();
  }
  if (!at.entry) return;
  if (format === 'json') writer.write(at.entry, Buffer.from('\n]\n'));
  writer.end(at.entry);
}

/** Writes on with the file whose entry has begun. Gone meanwhile, the entry ends as it is, and is named. */
async function writeFile(
  { files }: Context,
  writer: ArchiveWriter,
  entry: ZipEntry,
  file: NonNullable<ExportPosition['file']>,
  open = files.open(file.key),
): Promise<void> {
  const { at } = writer;
  let skip = file.read;
  try {
    for await (const piece of (await open) as AsyncIterable<Buffer>) {
      const rest = piece.subarray(Math.min(skip, piece.length));
      skip -= piece.length - rest.length;
      for (let from = 0; from < rest.length; from += chunkBytes) {
        const chunk = rest.subarray(from, from + chunkBytes);
        writer.write(entry, chunk, true);
        file.read += chunk.length;
        await writer.pause();
      }
    }
  } catch (error) {
    if (!isAbsent(error)) throw error;
    noteMissing(at, entry.name);
  }
  writer.end(entry);
  at.after = file.row;
  at.file = null;
  at.files++;
  await writer.pause();
}

const isAbsent = (error: unknown) => error instanceof AppError && error.code === 'not_found';

function noteMissing(at: ExportPosition, name: string) {
  at.missed++;
  if (at.missing.length < maxMissing) at.missing.push(name);
}

async function writeFiles(
  context: Context,
  ownerId: string,
  writer: ArchiveWriter,
  of: ArchivedFile['of'],
): Promise<void> {
  const { at } = writer;
  if (at.entry && at.file) await writeFile(context, writer, at.entry, at.file);
  for (;;) {
    const next = await nextFile(context.db, ownerId, of, at.after);
    if (!next) return;
    const name = `${of}/${next.name}`;
    const open = await context.files.open(next.key).catch((error) => {
      if (isAbsent(error)) return undefined;
      throw error;
    });
    if (open) {
      at.file = { row: next.row, key: next.key, read: 0 };
      await writeFile(context, writer, writer.begin(name), at.file, Promise.resolve(open));
      continue;
    }
    noteMissing(at, name);
    at.after = next.row;
    at.files++;
  }
}

/**
 * Goes on with an archive behind its last part; true once it is whole, which `onWhole` notes with the last part; false where
 * the time was over before.
 */
export async function writeArchive(
  context: Context,
  made: ExportRow,
  { onWhole, ...run }: Slice & { onWhole: (db: Db) => Promise<void> },
): Promise<boolean> {
  const writer = new ArchiveWriter(context, made, run);
  const { at } = writer;
  try {
    for (; at.step < steps.length; at.step++, at.after = null) {
      const step = steps[at.step] as Step;
      if (step.kind === 'rows') await writeRows(context.db, made.owner_id, writer, step);
      else if (step.kind === 'files') await writeFiles(context, made.owner_id, writer, step.of);
      else {
        const entry = writer.begin(made.language === 'fr' ? 'LISEZ-MOI.txt' : 'README.txt');
        writer.write(entry, Buffer.from(readme(made, tables, at)));
        writer.end(entry);
      }
    }
    await writer.finish(onWhole);
    return true;
  } catch (error) {
    if (error instanceof Paused) return false;
    throw error;
  }
}
