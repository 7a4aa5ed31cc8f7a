import type { Db } from '../../db/open.ts';
import { type Caps, momentOf, type Quota, type ReservationOutcome, visitorTokens } from './queries.ts';

/** Which limits work of this size would pass now: of its account, which has `left`, and of the chatbot that visitors ask. */
export async function findPassedLimits(
  db: Db,
  { ownerId, chatbotId, tokens, caps }: { ownerId: string; chatbotId: string; tokens: number; caps: Caps },
  { left, ...quota }: Omit<Quota, 'limit'> & { left: number },
  now: Date,
): Promise<Record<Exclude<ReservationOutcome, 'held'>, boolean>> {
  const { period, day: date } = momentOf(quota, now);
  const used = await visitorTokens(db, { ownerId, chatbotId, period, date });
  return {
    quota: left < tokens,
    day: caps.daily !== null && used.day + tokens > caps.daily,
    month: caps.monthly !== null && used.month + tokens > caps.monthly,
  };
}
