import { Readable } from 'node:stream';
import { operationTexts, tokenTypeTexts } from '@parlance/contract/display/operations';
import type { AnswerOf, QueryOf } from '@parlance/contract/endpoint';
import {
  type LedgerColumn,
  type LedgerSort,
  ledgerColumn,
  type listLedger,
} from '@parlance/contract/endpoints/usage';
import { type Language, speak } from '@parlance/contract/i18n';
import { readBatches } from '../../../db/batches.ts';
import type { Db } from '../../../db/open.ts';
import { AppError } from '../../../kit/errors.ts';
import { type CsvSeparator, writeCsvRow } from '../../../kit/formats/csv.ts';
import { takePage } from '../../../kit/http/cursor.ts';
import { filterOf, type LedgerFilter, type Reader } from './filters.ts';
import { readJournalCursor, writeJournalCursor } from './journal-cursor.ts';
import { type EntryRow, findEntryAt, readPage } from './journal-queries.ts';
import { ledgerTexts } from './texts.ts';

type Journal = AnswerOf<typeof listLedger>;
type JournalQuery = QueryOf<typeof listLedger>;

const orderOf = (sort: LedgerSort): { column: LedgerColumn; isFalling: boolean } => ({
  column: ledgerColumn.parse(sort.replace('-', '')),
  isFalling: sort.startsWith('-'),
});

export const presentEntry = (row: EntryRow): Journal['items'][number] => ({
  id: row.id,
  at: row.at.toISOString(),
  operation: row.operation,
  tokenType: row.token_type,
  tokens: row.tokens,
  chatbot: row.chatbot_id === null ? null : { id: row.chatbot_id, name: row.chatbot_name ?? '' },
});

/** A page of the ledger. */
export async function listEntries(
  db: Db,
  { cursor, limit, sort, ...wish }: JournalQuery,
  reader: Reader,
): Promise<Journal> {
  const place = readJournalCursor({ ...wish, sort }, cursor);
  const filter = { ...filterOf(wish, reader), ...(place && { from: place.from, before: place.before }) };
  const after = place && (await findEntryAt(db, reader.ownerId, place));
  if (place && !after) throw new AppError('invalid_cursor');
  const page = { ...orderOf(sort), after, limit };
  const { shown, last } = await takePage(page, (page) => readPage(db, filter, page));
  const { from, before } = filter;
  const next = last && { from, before, at: last.at, id: last.id };
  return { items: shown.map(presentEntry), nextCursor: writeJournalCursor({ ...wish, sort }, next) };
}

const exportBatchSize = 1_000;

const csvOf: Record<
  Language,
  { separator: CsvSeparator; date: [locale: string, Intl.DateTimeFormatOptions] }
> = {
  fr: { separator: ';', date: ['fr-FR', { dateStyle: 'short', timeStyle: 'medium' }] },
  // As ISO 8601 orders a date, which spreadsheets of every language read.
  en: { separator: ',', date: ['sv-SE', { dateStyle: 'short', timeStyle: 'medium' }] },
};

/** All entries of a filter as CSV in the reader's language and local times, read as they are sent. */
export function exportEntries(
  db: Db,
  { sort, ...wish }: Omit<JournalQuery, 'cursor' | 'limit'>,
  reader: Reader,
  language: Language,
): Readable {
  const t = {
    ...speak(operationTexts, language),
    ...speak(tokenTypeTexts, language),
    ...speak(ledgerTexts, language),
  };
  const { separator, date } = csvOf[language];
  const dates = new Intl.DateTimeFormat(date[0], { ...date[1], timeZone: reader.timeZone });
  const row = (cells: (string | number)[]) => writeCsvRow(cells, separator);
  const line = (entry: EntryRow) =>
    row([
      dates.format(entry.at),
      t[entry.operation],
      entry.chatbot_id === null ? t.unassigned : (entry.chatbot_name ?? ''),
      t[entry.token_type],
      entry.tokens,
    ]);
  const filter: LedgerFilter = filterOf(wish, reader);
  const read = (after: EntryRow | undefined, limit: number) =>
    readPage(db, filter, { ...orderOf(sort), after, limit });
  return Readable.from(
    (async function* () {
      yield row([t.date(reader.timeZone), t.operation, t.chatbot, t.type, t.tokens]);
      for await (const entries of readBatches(exportBatchSize, read)) yield entries.map(line).join('');
    })(),
  );
}
