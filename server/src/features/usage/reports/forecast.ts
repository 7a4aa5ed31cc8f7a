import type { AnswerOf } from '@parlance/contract/endpoint';
import { type getForecast, type TokenType, tokenType } from '@parlance/contract/endpoints/usage';
import { isoDateOf, localTime, startOfDay } from '@parlance/contract/local-time';
import type { Db } from '../../../db/open.ts';
import { bucketStarts } from './buckets.ts';
import type { LedgerFilter, Reader } from './filters.ts';
import { bucketsOf } from './history.ts';
import { firstHour, readSums } from './history-queries.ts';
import { paceOf } from './pace.ts';

type Forecasts = AnswerOf<typeof getForecast>;

/** What is left of a kind of token, null without a limit; and until when it matters, null for a year. */
export interface Left {
  tokens: number | null;
  until: Date | null;
}

const dayMs = 86_400_000;
/** Two whole weeks: days of the week differ. */
const daysOfPace = 14;

/** Until when the tokens last at the pace of the last whole days since their first use; null where there is too little to say. */
export async function forecastUse(db: Db, left: Record<TokenType, Left>, reader: Reader): Promise<Forecasts> {
  const { ownerId, timeZone, now } = reader;
  const today = localTime(now, timeZone).day;
  const filter: LedgerFilter = {
    ownerId,
    from: startOfDay(today - daysOfPace, timeZone),
    before: startOfDay(today, timeZone),
  };
  const starts = bucketStarts('day', filter, timeZone);
  const items = bucketsOf(await readSums(db, filter, starts), starts);
  const forecasts: Forecasts = { message: null, storage: null };
  for (const type of tokenType.options) {
    const { tokens, until } = left[type];
    if (tokens === null) continue;
    const first = await firstHour(db, ownerId, type);
    const used = first
      ? items.filter(({ at }) => at >= startOfDay(localTime(first, timeZone).day, timeZone))
      : [];
    const pace = paceOf(
      used.map((item) => item[type]),
      tokens,
    );
    if (!pace) continue;
    const end = until ?? new Date(now.getTime() + 365 * dayMs);
    const dayAfter = (days: number) => {
      const at = now.getTime() + days * dayMs;
      return at < end.getTime() ? isoDateOf(localTime(new Date(at), timeZone).day) : null;
    };
    forecasts[type] = {
      perDay: Math.round(pace.perDay),
      days: used.length,
      endsOn: dayAfter(pace.ends),
      earliest: dayAfter(pace.earliest),
      latest: dayAfter(pace.latest),
    };
  }
  return forecasts;
}
