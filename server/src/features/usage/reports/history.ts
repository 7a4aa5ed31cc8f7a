import type { AnswerOf, QueryOf } from '@parlance/contract/endpoint';
import {
  type getUsageHistory,
  type getUsageTrend,
  operation,
  type TokenType,
  tokenType,
} from '@parlance/contract/endpoints/usage';
import { isoDateOf, localTime, startOfDay } from '@parlance/contract/local-time';
import type { Db } from '../../../db/open.ts';
import { bucketFor, bucketStarts } from './buckets.ts';
import { filterOf, type LedgerFilter, type Reader } from './filters.ts';
import { firstHour, lastNames, readSums, type SumRow } from './history-queries.ts';

/** The names that an account's chatbots have now, of those that are still there. */
export type FindChatbotNames = (
  db: Db,
  ownerId: string,
  ids: readonly string[],
) => Promise<Map<string, string>>;

type History = AnswerOf<typeof getUsageHistory>;

const sumOf = (rows: readonly { tokens: number }[]): number =>
  rows.reduce((sum, { tokens }) => sum + tokens, 0);

const mostFirst = <T extends { tokens: number }>(rows: T[]): T[] =>
  rows.filter(({ tokens }) => tokens > 0).toSorted((a, b) => b.tokens - a.tokens);

/** What was charged of each kind in each bucket, empty ones included. */
export const bucketsOf = (sums: readonly SumRow[], starts: readonly Date[]) => {
  const items = starts.map((at) => ({ at, message: 0, storage: 0 }));
  for (const sum of sums) {
    const item = sum.kind === 'bucket' ? items[sum.bucket] : undefined;
    if (item && sum.kind === 'bucket') item[sum.token_type] += sum.tokens;
  }
  return items;
};

/** What was charged, in whole days of the account, of which today is the last. */
export const lastDays = (days: number, { ownerId, timeZone, now }: Reader): LedgerFilter => ({
  ownerId,
  from: startOfDay(localTime(now, timeZone).day - days + 1, timeZone),
  before: new Date(now.getTime() + 1),
});

/** The sums of a filter by chatbot, the most used first: named as they are now, and those that are gone as they were last. */
export async function sumsByChatbot(
  db: Db,
  ownerId: string,
  sums: readonly SumRow[],
  findNames: FindChatbotNames,
) {
  const ofChatbots = sums.filter((sum) => sum.kind === 'chatbot');
  const ids = [...new Set(ofChatbots.map(({ chatbot_id }) => chatbot_id))];
  const known = ids.filter((id) => id !== null);
  const names = await findNames(db, ownerId, known);
  const gone = await lastNames(
    db,
    ownerId,
    known.filter((id) => !names.has(id)),
  );
  const shares = ids.map((id) => {
    const rows = ofChatbots.filter(({ chatbot_id }) => chatbot_id === id);
    const of = (type: TokenType) => sumOf(rows.filter(({ token_type }) => token_type === type));
    return {
      chatbot: id === null ? null : { id, name: names.get(id) ?? gone.get(id) ?? '' },
      exists: id !== null && names.has(id),
      message: of('message'),
      storage: of('storage'),
      tokens: sumOf(rows),
    };
  });
  return mostFirst(shares);
}

/** The curve of a filter with its figures: all of them are the sums of the ledger's own entries of that filter. */
export async function getHistory(
  db: Db,
  { bucket: wanted, ...wish }: QueryOf<typeof getUsageHistory>,
  reader: Reader,
  findNames: FindChatbotNames,
): Promise<History> {
  const asked = filterOf(wish, reader);
  const isOpen = wish.period === undefined && wish.from === undefined;
  const from = isOpen ? ((await firstHour(db, reader.ownerId)) ?? reader.now) : asked.from;
  const filter = { ...asked, from };
  const bucket = wanted ?? bucketFor(filter);
  const starts = bucketStarts(bucket, filter, reader.timeZone);
  const sums = await readSums(db, filter, starts);
  const items = bucketsOf(sums, starts);
  const ofBuckets = sums.filter((sum) => sum.kind === 'bucket');
  const total = sumOf(ofBuckets);
  const [peak] = mostFirst(items.map(({ at, message, storage }) => ({ at, tokens: message + storage })));
  const chatbots = await sumsByChatbot(db, reader.ownerId, sums, findNames);
  return {
    from: from.toISOString(),
    to: new Date(Math.max(filter.before.getTime() - 1, from.getTime())).toISOString(),
    bucket,
    items: items.map((item) => ({ ...item, at: item.at.toISOString() })),
    total,
    average: items.length === 0 ? 0 : Math.round(total / items.length),
    peak: peak ? { at: peak.at.toISOString(), tokens: peak.tokens } : null,
    entries: ofBuckets.reduce((sum, { entries }) => sum + entries, 0),
    distribution: {
      chatbots: chatbots.map(({ chatbot, tokens }) => ({ chatbot, tokens })),
      operations: mostFirst(
        operation.options.map((operation) => ({
          operation,
          tokens: sumOf(sums.filter((sum) => sum.kind === 'operation' && sum.operation === operation)),
        })),
      ),
      tokenTypes: mostFirst(
        tokenType.options.map((tokenType) => ({
          tokenType,
          tokens: sumOf(ofBuckets.filter(({ token_type }) => token_type === tokenType)),
        })),
      ),
    },
  };
}

/** Tokens of each of the last days, today's included. */
export async function getTrend(
  db: Db,
  days: number,
  reader: Reader,
): Promise<AnswerOf<typeof getUsageTrend>['items']> {
  const filter = lastDays(days, reader);
  const starts = bucketStarts('day', filter, reader.timeZone);
  const items = bucketsOf(await readSums(db, filter, starts), starts);
  return items.map(({ at, message, storage }) => ({
    date: isoDateOf(localTime(at, reader.timeZone).day),
    message,
    storage,
  }));
}
