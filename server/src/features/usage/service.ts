import type { Plan, TokenType, Usage } from '@parlance/contract/endpoints/usage';
import type { Context } from '../../context.ts';
import { inBatches } from '../../db/batches.ts';
import type { LedgerDetails } from '../../db/json.ts';
import type { Db } from '../../db/open.ts';
import { transaction } from '../../db/transaction.ts';
import { AppError } from '../../kit/errors.ts';
import { newId } from '../../kit/ids.ts';
import { enqueue } from '../../kit/jobs/enqueue.ts';
import { type Account, planOf } from '../billing/service.ts';
import { dateAt, periodAt } from './period.ts';
import {
  type Caps,
  type Charge,
  deleteReservation,
  deleteSomeEntries,
  insertCapAlert,
  insertQuotaAlert,
  isQuotaAlertPutAway,
  periodOf,
  putQuotaAlertAway,
  type Quota,
  type Reservation,
  type ReservationOutcome,
  type ReservationRequest,
  reserveTokens,
  type Settlement,
  settleTokens,
  sumTokens,
  upsertNeed,
  visitorTokens,
} from './queries.ts';
import { mailCapAlert, mailQuotaAlert } from './queue.ts';
import type { Left } from './reports/forecast.ts';
import { sumParts } from './tokens/parts.ts';

/** Deletes what an account that leaves has in the ledger: it counts tokens, and no law asks for those. */
export const deleteEntriesOf = (db: Db, ownerId: string, signal: AbortSignal) =>
  inBatches(db, 2_000, (db, size) => deleteSomeEntries(db, ownerId, size), signal);

export { findPassedLimits } from './passed-limits.ts';
export {
  type Charge,
  forgetCapAlerts,
  momentOf,
  partsOfCauses,
  type Reservation,
  type ReservationOutcome,
  type ReservationRequest,
  reserveTokensSql,
  type Settlement,
  settleTokensSql,
  tokensOfCauses,
} from './queries.ts';
export {
  joinParts,
  queryDetails,
  readingDetails,
  splitTokens,
  sumParts,
  type TokenParts,
} from './tokens/parts.ts';
export { applyPriceFactor, priceParts, soldParts } from './tokens/sold-tokens.ts';
export type Work = Omit<Charge, 'id'> & {
  /** The id of the reservation, for work that renews it. */
  id?: string;
  /** The part of the tokens for which its provider is paid once it is asked: charged even if the work never ends. */
  due?: LedgerDetails;
  /** Caps of the chatbot that visitors ask, which hold beside the account's quota. */
  caps?: Caps;
};

export interface Balance extends Quota {
  spent: number;
  reserved: number;
  /** Tokens needed by the last work that was refused for want of them; else one. */
  needed: number;
}

/** Tokens that can still be reserved. */
export const tokensLeft = ({
  limit,
  spent,
  reserved,
}: Pick<Balance, 'limit' | 'spent' | 'reserved'>): number =>
  limit === null ? Number.POSITIVE_INFINITY : Math.max(0, limit - spent - reserved);

type Deps = Pick<Context, 'config' | 'clock'>;

/** What an account may take of this kind, and the period in which its tokens count. */
async function quotaOf(
  deps: Deps,
  db: Db,
  ownerId: string,
  tokenType: TokenType,
  account?: Account,
): Promise<Quota> {
  const { plan, since, timeZone } = await planOf(db, deps.config.plans, ownerId, account);
  const limit = limitOf(plan, tokenType);
  if (tokenType === 'storage') return { limit, period: 0, periodEnd: null, timeZone };
  const { index, end } = periodAt(since, timeZone, deps.clock());
  return { limit, period: index, periodEnd: end, timeZone };
}

/**
 * The one definition by which mails, screens and refusals speak: what the next piece of work needs is no longer there. More
 * than is left was asked for, and nothing of this kind, and of its size, has been had since.
 */
export const isUsedUp = (balance: Balance): boolean => tokensLeft(balance) < balance.needed;

export async function balanceOf(deps: Deps, db: Db, ownerId: string, tokenType: TokenType): Promise<Balance> {
  const quota = await quotaOf(deps, db, ownerId, tokenType);
  return { ...quota, ...(await sumTokens(db, ownerId, tokenType, quota.period, deps.clock())) };
}

/** The storage tokens that an account has used of its lifetime stock. */
export const storedTokens = async (context: Context, ownerId: string): Promise<number> =>
  (await balanceOf(context, context.db, ownerId, 'storage')).spent;

type Level = Usage['alerts'][number]['level'];

/** How near a quota is to its end, as mails and screens say it. */
const levelOf = (spent: number, limit: number, usedUp = spent >= limit): Level | undefined => {
  if (usedUp) return 'exceeded';
  if (spent >= limit * 0.9) return 'warning90';
  if (spent >= limit * 0.8) return 'warning80';
  return undefined;
};

const limitOf = (plan: Plan, tokenType: TokenType) =>
  tokenType === 'message' ? plan.messageTokens : plan.storageTokens;

const quotaError = (tokenType: TokenType) =>
  tokenType === 'message' ? ('message_quota_exceeded' as const) : ('storage_quota_exceeded' as const);

/**
 * What `work` asks of its owner's quota, for whoever evaluates `reserveTokensSql` in a statement of its own and hands the
 * outcome to `acceptReservation`. Repeating a cause renews its reservation. `account` spares reading it.
 */
export async function requestReservation(
  deps: Deps,
  db: Db,
  work: Work,
  account?: Account,
): Promise<ReservationRequest> {
  const now = deps.clock();
  const quota = await quotaOf(deps, db, work.ownerId, work.tokenType, account);
  return { due: { parts: [] }, ...work, id: work.id ?? newId(now), quota, now };
}

/**
 * The reservation that was asked for. Where the plan's limit, or a cap of the chatbot, was in the way, its owner is told, and
 * `message_quota_exceeded` or `storage_quota_exceeded` is thrown.
 */
export async function acceptReservation(
  db: Db,
  request: ReservationRequest,
  outcome: ReservationOutcome,
): Promise<Reservation> {
  if (outcome === 'held') return request;
  await tellOfRefusal(db, request, outcome);
  throw new QuotaExceeded(request);
}

/** Tells the owner that what was asked for is no longer there. */
export async function tellOfRefusal(
  db: Db,
  request: ReservationRequest,
  outcome: Exclude<ReservationOutcome, 'held'>,
): Promise<void> {
  const { now, quota } = request;
  await transaction(db, (db) =>
    outcome === 'quota'
      ? recordNeedAndAlert(db, request, quota, now)
      : alertCap(db, request, outcome, 'exceeded', now),
  );
}

/** Sets tokens aside before the work; throws as `acceptReservation` does. */
export async function reserve(deps: Deps, db: Db, work: Work): Promise<Reservation> {
  const request = await requestReservation(deps, db, work);
  return acceptReservation(db, request, await reserveTokens(db, request));
}

/** Sets tokens aside for work that can be done without: undefined, and nobody is told, where they are not there. */
export async function reserveIfLeft(
  deps: Deps,
  db: Db,
  work: Work,
  account?: Account,
): Promise<Reservation | undefined> {
  const request = await requestReservation(deps, db, work, account);
  return (await reserveTokens(db, request)) === 'held' ? request : undefined;
}

/** Alerts the owner of what a settlement has `spent` of the quota and of the chatbot's caps, as `settleTokensSql` gave it. */
export async function alertOfSpending(
  db: Db,
  { reservation, now }: Settlement,
  spent: number | null,
): Promise<void> {
  const { limit } = reservation.quota;
  await alertNearCaps(db, reservation, now);
  if (spent === null || limit === null) return;
  const level = levelOf(spent, limit);
  if (!level) return;
  // More may have been spent than was left: what a provider has sold is charged.
  const left = Math.max(0, limit - spent);
  const alert = { level, left, limit, period: periodOf(reservation.quota, now), now };
  await transaction(db, (db) => alertOwner(db, reservation, alert));
}

/** Turns a reservation into a ledger entry of what was really spent, by its parts, once per cause. */
export async function settle(
  deps: Pick<Deps, 'clock'>,
  db: Db,
  reservation: Reservation,
  details: LedgerDetails,
) {
  const settlement = { reservation, details, now: deps.clock() };
  await transaction(db, async (db) => alertOfSpending(db, settlement, await settleTokens(db, settlement)));
}

export const release = (db: Db, reservation: Pick<Reservation, 'ownerId' | 'cause'>) =>
  deleteReservation(db, reservation.ownerId, reservation.cause);

/** Reserves and settles in one: for work whose tokens are known before it becomes visible. */
export async function charge(
  deps: Deps,
  db: Db,
  { details, ...work }: Omit<Work, 'tokens' | 'due'> & { details: LedgerDetails },
): Promise<void> {
  const tokens = sumParts(details.parts);
  await settle(deps, db, await reserve(deps, db, { ...work, tokens }), details);
}

/** Refused for want of tokens; tells whoever's own transaction it ends what was needed. */
export class QuotaExceeded extends AppError {
  readonly needed: number;

  constructor({ tokenType, tokens }: Pick<Work, 'tokenType' | 'tokens'>) {
    super(quotaError(tokenType));
    this.needed = tokens;
  }
}

/**
 * Tells the owner that there are no longer as many tokens as were needed. For callers whose own transaction was refused
 * them: what `reserve` wrote of it was rolled back with it.
 */
export async function alertQuotaExceeded(
  deps: Deps,
  db: Db,
  work: Pick<Work, 'ownerId' | 'tokenType' | 'tokens'>,
) {
  await transaction(db, async (db) => {
    await recordNeedAndAlert(db, work, await quotaOf(deps, db, work.ownerId, work.tokenType), deps.clock());
  });
}

async function recordNeedAndAlert(
  db: Db,
  work: Pick<Work, 'ownerId' | 'tokenType' | 'tokens'>,
  { limit, period }: Quota,
  now: Date,
) {
  const { ownerId, tokenType } = work;
  if (limit === null) return;
  await upsertNeed(db, work);
  const left = tokensLeft({ limit, ...(await sumTokens(db, ownerId, tokenType, period, now)) });
  await alertOwner(db, work, { level: 'exceeded', left, limit, period, now });
}

async function alertOwner(
  db: Db,
  { ownerId, tokenType }: Pick<Work, 'ownerId' | 'tokenType'>,
  {
    level,
    left,
    limit,
    period,
    now,
  }: { level: Level; left: number; limit: number; period: number; now: Date },
) {
  const isNew = await insertQuotaAlert(db, { ownerId, tokenType, level, period, limit }, now);
  const alert = { ownerId, tokenType, level, left, limit };
  if (isNew) await enqueue(db, mailQuotaAlert, alert, { now, ownerId });
}

const dayMs = 86_400_000;

async function alertCap(
  db: Db,
  { ownerId, chatbotId, chatbotName, caps, quota }: Reservation,
  period: 'day' | 'month',
  level: Level,
  now: Date,
) {
  if (chatbotId === null || chatbotName === null) return;
  const limit = (period === 'day' ? caps?.daily : caps?.monthly) ?? 0;
  const number = period === 'day' ? Date.parse(dateAt(now, quota.timeZone)) / dayMs : periodOf(quota, now);
  const isNew = await insertCapAlert(db, { chatbotId, ownerId, period, level, number, limit }, now);
  if (!isNew) return;
  const alert = { ownerId, chatbotId, chatbotName, period, level, limit };
  await enqueue(db, mailCapAlert, alert, { now, ownerId });
}

/** Where the chatbot has caps of its own, how near its visitors have come to them. */
async function alertNearCaps(db: Db, reservation: Reservation, now: Date) {
  const { ownerId, chatbotId, caps, quota } = reservation;
  if (chatbotId === null || !caps || (caps.daily === null && caps.monthly === null)) return;
  const [period, date] = [periodOf(quota, now), dateAt(now, quota.timeZone)];
  const used = await visitorTokens(db, { ownerId, chatbotId, period, date });
  for (const [period, cap] of [
    ['day', caps.daily],
    ['month', caps.monthly],
  ] as const) {
    const level = cap === null ? undefined : levelOf(used[period], cap);
    if (level) await transaction(db, (db) => alertCap(db, reservation, period, level, now));
  }
}

/** An account's usage. Its chatbots are counted by whoever has them. */
export async function getUsage(
  context: Context,
  ownerId: string,
  countChatbots: (db: Db, ownerId: string) => Promise<number>,
): Promise<Usage> {
  const { db } = context;
  const { plan, activeUntil, since, timeZone } = await planOf(db, context.config.plans, ownerId);
  const { start, end } = periodAt(since, timeZone, context.clock());
  const alerts: Usage['alerts'] = [];
  const shown = async (tokenType: TokenType) => {
    const balance = await balanceOf(context, db, ownerId, tokenType);
    const { limit, spent, period } = balance;
    const level = limit === null ? undefined : levelOf(spent, limit, isUsedUp(balance));
    if (limit !== null && level) {
      const putAway = await isQuotaAlertPutAway(db, { ownerId, tokenType, level, period, limit });
      alerts.push({ tokenType, level, putAway });
    }
    return { used: spent, limit, remaining: limit === null ? null : Math.max(0, limit - spent) };
  };
  return {
    plan: plan.id,
    activeUntil: activeUntil?.toISOString() ?? null,
    renewedAt: start.toISOString(),
    renewsAt: end.toISOString(),
    timeZone,
    message: await shown('message'),
    storage: await shown('storage'),
    chatbots: { used: await countChatbots(db, ownerId), limit: plan.chatbots },
    alerts,
  };
}

/** Shows an alert of this level no more, until the next level, the next month or another limit. */
export async function putAlertAway(
  deps: Deps,
  db: Db,
  ownerId: string,
  { tokenType, level }: { tokenType: TokenType; level: Level },
): Promise<void> {
  const { limit, period } = await quotaOf(deps, db, ownerId, tokenType);
  if (limit !== null) await putQuotaAlertAway(db, { ownerId, tokenType, level, period, limit }, deps.clock());
}

/** What is left of each kind, and until when it is to last: a month's until its renewal. */
export async function tokensLeftOf(
  { db, ...deps }: Pick<Context, 'db' | 'config' | 'clock'>,
  ownerId: string,
): Promise<Record<TokenType, Left>> {
  const of = async (tokenType: TokenType): Promise<Left> => {
    const { limit, spent, periodEnd } = await balanceOf(deps, db, ownerId, tokenType);
    return { tokens: limit === null ? null : Math.max(0, limit - spent), until: periodEnd };
  };
  return { message: await of('message'), storage: await of('storage') };
}
