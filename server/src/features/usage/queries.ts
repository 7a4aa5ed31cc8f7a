import type { LedgerPart, Operation, TokenType } from '@parlance/contract/endpoints/usage';
import { sql } from 'kysely';
import { encodeJson, type LedgerDetails } from '../../db/json.ts';
import type { Db } from '../../db/open.ts';
import { dateAt } from './period.ts';
import { sumParts } from './tokens/parts.ts';

export interface Charge {
  id: string;
  ownerId: string;
  tokenType: TokenType;
  operation: Operation;
  tokens: number;
  chatbotId: string | null;
  chatbotName: string | null;
  /** What is paid for, unique per owner: `message:<id>`, `source:<id>:<version>`. */
  cause: string;
}

/** The tokens of a period plus those reserved; and what the last work needed that was refused for want of them. */
export async function sumTokens(db: Db, ownerId: string, tokenType: TokenType, period: number, now: Date) {
  const { rows } = await sql<{ spent: number; reserved: number; needed: number }>`
    select
      coalesce((select tokens from usage_sums
        where owner_id = ${ownerId} and token_type = ${tokenType} and period = ${period}), 0)::int8 as spent,
      (select coalesce(sum(tokens), 0)::int8 from reservations
        where owner_id = ${ownerId} and token_type = ${tokenType} and expires_at > ${now}) as reserved,
      coalesce((select tokens from quota_needs
        where owner_id = ${ownerId} and token_type = ${tokenType}), 1)::int8 as needed
  `.execute(db);
  return rows[0] ?? { spent: 0, reserved: 0, needed: 1 };
}

export const upsertNeed = (db: Db, need: { ownerId: string; tokenType: TokenType; tokens: number }) =>
  db
    .insertInto('quota_needs')
    .values({ owner_id: need.ownerId, token_type: need.tokenType, tokens: need.tokens })
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'token_type']).doUpdateSet({ tokens: need.tokens }),
    )
    .execute();

/** What a chatbot's visitors may use, by its owner's wish; null is no cap. */
export interface Caps {
  daily: number | null;
  monthly: number | null;
}

export interface Quota {
  limit: number | null;
  /** The number of the account's month in which the tokens count; 0 for storage, a lifetime stock. */
  period: number;
  /** When the next month begins; never for storage. */
  periodEnd: Date | null;
  /** The account's, in which its days begin. */
  timeZone: string;
}

/** The period in which tokens count that are spent at this moment, though they were set aside in the one before. */
export const periodOf = ({ period, periodEnd }: Pick<Quota, 'period' | 'periodEnd'>, at: Date): number =>
  periodEnd !== null && at >= periodEnd ? period + 1 : period;

/** When something happens, as its account counts: its month, and its date. */
export const momentOf = (quota: Pick<Quota, 'period' | 'periodEnd' | 'timeZone'>, now: Date) => ({
  now,
  period: periodOf(quota, now),
  day: dateAt(now, quota.timeZone),
});

/** Tokens set aside, with the quota that they were measured by. */
export interface Reservation extends Charge {
  /** The part of the tokens for which a provider is paid once it is asked: charged even if the work never ends. */
  due: LedgerDetails;
  quota: Quota;
  /** Caps of the chatbot that visitors ask, which hold beside the account's quota. */
  caps?: Caps | undefined;
}

/** Tokens that are to be set aside at this moment. */
export interface ReservationRequest extends Reservation {
  now: Date;
}

/** Whether tokens were set aside, or what was in the way: the account's quota, or the chatbot's cap of the day or month. */
export type ReservationOutcome = 'held' | 'quota' | 'day' | 'month';

/** How long tokens stay set aside for work that never settles. */
const reservationMs = 10 * 60_000;

/**
 * An expression for any statement, which sets the tokens aside where it is evaluated, unless they would pass a limit. Waits
 * for the owner's other charges.
 */
export const reserveTokensSql = ({ quota, caps, now, ...charge }: ReservationRequest) =>
  sql<ReservationOutcome>`
  reserve_tokens(${charge.id}::uuid, ${charge.ownerId}::uuid, ${charge.tokenType}, ${charge.operation}, ${charge.tokens}::bigint,
    ${sumParts(charge.due.parts)}::bigint, ${encodeJson(charge.due)}::jsonb, ${charge.chatbotId}::uuid, ${charge.chatbotName}, ${charge.cause},
    ${new Date(now.getTime() + reservationMs)}::timestamptz, ${quota.period}::int, ${quota.periodEnd}::timestamptz,
    ${dateAt(now, quota.timeZone)}::date, ${quota.limit}::bigint, ${caps?.daily ?? null}::bigint,
    ${caps?.monthly ?? null}::bigint, ${now}::timestamptz)`;

/** Sets the tokens aside in a statement of its own. */
export async function reserveTokens(db: Db, request: ReservationRequest): Promise<ReservationOutcome> {
  const { rows } = await sql<{
    outcome: ReservationOutcome;
  }>`select ${reserveTokensSql(request)} as outcome`.execute(db);
  return rows[0]?.outcome ?? 'quota';
}

/** What visitors of a chatbot have used on a day, and in a month of the account. */
export async function visitorTokens(
  db: Db,
  of: { ownerId: string; chatbotId: string; period: number; date: string },
): Promise<{ day: number; month: number }> {
  const { rows } = await sql<{ day: number; month: number }>`
    select day, month
      from visitor_tokens(${of.ownerId}::uuid, ${of.chatbotId}::uuid, ${of.period}::int, ${of.date}::date)`.execute(
    db,
  );
  return rows[0] ?? { day: 0, month: 0 };
}

/** A reservation that ends at this moment, and what was really spent of it: its parts, which sum to its tokens. */
export interface Settlement {
  reservation: Reservation;
  details: LedgerDetails;
  now: Date;
}

/**
 * An expression for any statement, which turns the reservation into a ledger entry where it is evaluated, once per cause: what
 * is spent in its period, this charge included; null when its cause was charged before, or without a limit.
 */
export const settleTokensSql = ({ reservation, details, now }: Settlement) => sql<number | null>`
  settle_tokens(${reservation.id}::uuid, ${reservation.ownerId}::uuid, ${reservation.tokenType}, ${reservation.operation},
    ${sumParts(details.parts)}::bigint, ${reservation.chatbotId}::uuid, ${reservation.chatbotName}, ${reservation.cause},
    ${periodOf(reservation.quota, now)}::int, ${dateAt(now, reservation.quota.timeZone)}::date,
    ${encodeJson(details)}::jsonb, ${reservation.quota.limit}::bigint, ${now}::timestamptz)`;

/** Settles in a statement of its own. */
export async function settleTokens(db: Db, settlement: Settlement): Promise<number | null> {
  const { rows } = await sql<{
    spent: number | null;
  }>`select ${settleTokensSql(settlement)} as spent`.execute(db);
  return rows[0]?.spent ?? null;
}

/** What the tokens went to that were charged for these causes, where it is known. */
export async function partsOfCauses(
  db: Db,
  ownerId: string,
  causes: readonly string[],
): Promise<Map<string, LedgerPart[]>> {
  const rows =
    causes.length === 0
      ? []
      : await chargedFor(db, ownerId, causes).select(['c.cause', 'e.details']).execute();
  return new Map(rows.flatMap(({ cause, details: { parts } }) => (parts ? [[cause, [...parts]]] : [])));
}

/** The entries of these causes, each looked for in its own month. */
const chargedFor = (db: Db, ownerId: string, causes: readonly string[]) =>
  db
    .selectFrom('ledger_causes as c')
    .innerJoin('ledger_entries as e', (join) =>
      join.onRef('e.id', '=', 'c.entry_id').onRef('e.at', '=', 'c.at'),
    )
    .where('c.owner_id', '=', ownerId)
    .where('c.cause', 'in', causes);

/** What has been spent for these causes together. */
export const tokensOfCauses = async (db: Db, ownerId: string, causes: readonly string[]) => {
  const { tokens } = await chargedFor(db, ownerId, causes)
    .select(sql<number>`coalesce(sum(e.tokens), 0)::int8`.as('tokens'))
    .executeTakeFirstOrThrow();
  return tokens;
};

export const deleteReservation = (db: Db, ownerId: string, cause: string) =>
  db.deleteFrom('reservations').where('owner_id', '=', ownerId).where('cause', '=', cause).execute();

/** Ends expired reservations; what is due for work that never ended is charged. */
export const endExpiredReservations = (db: Db, now: Date) =>
  sql`select end_expired_reservations(${now}::timestamptz)`.execute(db);

/** Makes the months of the ledger that hold these moments, where they are missing. */
export const ensureLedgerMonths = (db: Db, moments: readonly Date[]) =>
  sql`select ensure_ledger_month(moment) from unnest(${moments}::timestamptz[]) moment`.execute(db);

const levelsFrom = {
  warning80: ['warning80', 'warning90', 'exceeded'],
  warning90: ['warning90', 'exceeded'],
  exceeded: ['exceeded'],
};

interface QuotaAlert {
  ownerId: string;
  tokenType: TokenType;
  level: keyof typeof levelsFrom;
  period: number;
  limit: number;
}

/**
 * Inserts an alert; says whether this level of this limit is mailed for the first time in this period, and no higher one was
 * before.
 */
export async function insertQuotaAlert(db: Db, alert: QuotaAlert, at: Date): Promise<boolean> {
  const { ownerId, tokenType, level, period, limit } = alert;
  const { rows } = await sql`
    insert into quota_alerts (owner_id, token_type, level, period, token_limit, at)
    select ${ownerId}::uuid, ${tokenType}, ${level}, ${period}::int, ${limit}::bigint, ${at}::timestamptz
     where not exists (select from quota_alerts
                        where owner_id = ${ownerId}::uuid and token_type = ${tokenType} and period = ${period}::int
                          and token_limit = ${limit}::bigint and at is not null
                          and level = any(${levelsFrom[level]}::text[]))
    on conflict (owner_id, token_type, period, token_limit, level) do update set at = excluded.at
     where quota_alerts.at is null
    returning owner_id`.execute(db);
  return rows.length > 0;
}

/** Puts an alert away, also one that is seen before it is mailed. */
export const putQuotaAlertAway = (db: Db, alert: QuotaAlert, at: Date) =>
  db
    .insertInto('quota_alerts')
    .values({
      owner_id: alert.ownerId,
      token_type: alert.tokenType,
      level: alert.level,
      period: alert.period,
      token_limit: alert.limit,
      put_away_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['owner_id', 'token_type', 'period', 'token_limit', 'level'])
        .doUpdateSet({ put_away_at: at }),
    )
    .execute();

export const isQuotaAlertPutAway = async (db: Db, alert: QuotaAlert): Promise<boolean> =>
  (await db
    .selectFrom('quota_alerts')
    .select('level')
    .where('owner_id', '=', alert.ownerId)
    .where('token_type', '=', alert.tokenType)
    .where('period', '=', alert.period)
    .where('token_limit', '=', alert.limit)
    .where('level', '=', alert.level)
    .where('put_away_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

/**
 * Inserts an alert of a chatbot's cap; says whether this level of this cap is reached for the first time in this period, and no
 * higher one was before.
 */
export async function insertCapAlert(
  db: Db,
  alert: {
    chatbotId: string;
    ownerId: string;
    period: 'day' | 'month';
    level: keyof typeof levelsFrom;
    /** Of the account's month, or of the day since 1970. */
    number: number;
    limit: number;
  },
  at: Date,
): Promise<boolean> {
  const { chatbotId, ownerId, period, level, number, limit } = alert;
  const { rows } = await sql`
    insert into cap_alerts (chatbot_id, owner_id, period, level, number, token_limit, at)
    select ${chatbotId}::uuid, ${ownerId}::uuid, ${period}, ${level}, ${number}::int, ${limit}::bigint, ${at}::timestamptz
     where not exists (select from cap_alerts
                        where chatbot_id = ${chatbotId}::uuid and period = ${period} and number = ${number}::int
                          and token_limit = ${limit}::bigint and level = any(${levelsFrom[level]}::text[]))
    on conflict do nothing returning chatbot_id`.execute(db);
  return rows.length > 0;
}

/** Whether the alert still stands: it goes with its chatbot. */
export const hasCapAlert = async (
  db: Db,
  alert: { ownerId: string; chatbotId: string; period: 'day' | 'month'; level: keyof typeof levelsFrom },
): Promise<boolean> =>
  (await db
    .selectFrom('cap_alerts')
    .select('chatbot_id')
    .where('owner_id', '=', alert.ownerId)
    .where('chatbot_id', '=', alert.chatbotId)
    .where('period', '=', alert.period)
    .where('level', '=', alert.level)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Forgets what a chatbot's owner was told of its caps: they count anew with another. */
export const forgetCapAlerts = (db: Db, ownerId: string, chatbotId: string) =>
  db.deleteFrom('cap_alerts').where('owner_id', '=', ownerId).where('chatbot_id', '=', chatbotId).execute();

/** Deletes some of what stands of an account in the ledger and in its sums; gives the most of one table. Only of one that leaves. */
export async function deleteSomeEntries(db: Db, ownerId: string, limit: number): Promise<number> {
  const { rows: entries } = await sql`
    delete from ledger_entries where (id, at) in
      (select id, at from ledger_entries where owner_id = ${ownerId} limit ${limit}) returning 1`.execute(db);
  const { rows: causes } = await sql`
    delete from ledger_causes where owner_id = ${ownerId} and cause in
      (select cause from ledger_causes where owner_id = ${ownerId} limit ${limit}) returning 1`.execute(db);
  return Math.max(entries.length, causes.length);
}
