import type { Operation, TokenType } from '@parlance/contract/endpoints/usage';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { dayOf } from './period.ts';

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

/** The ledger's tokens plus those reserved, from `since` on; and what the last work needed that was refused for it. */
export async function sumTokens(db: Db, ownerId: string, tokenType: TokenType, since: Date, now: Date) {
  const { rows } = await sql<{ spent: number; reserved: number; needed: number }>`
    select
      (select coalesce(sum(tokens), 0)::int8 from ledger_entries
        where owner_id = ${ownerId} and token_type = ${tokenType} and at >= ${since}) as spent,
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
  /** From when the tokens count: the month's start, or the account's for storage, a lifetime stock. */
  since: Date;
}

/** Tokens set aside, with the quota that they were measured by. */
export interface Reservation extends Charge {
  /** The part of the tokens for which a provider is paid once it is asked: charged even if the work never ends. */
  due: number;
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
    ${charge.due}::bigint, ${charge.chatbotId}::uuid, ${charge.chatbotName}, ${charge.cause},
    ${new Date(now.getTime() + reservationMs)}::timestamptz, ${quota.since}::timestamptz, ${quota.limit}::bigint,
    ${dayOf(now)}::timestamptz, ${caps?.daily ?? null}::bigint, ${caps?.monthly ?? null}::bigint, ${now}::timestamptz)`;

/** Sets the tokens aside in a statement of its own. */
export async function reserveTokens(db: Db, request: ReservationRequest): Promise<ReservationOutcome> {
  const { rows } = await sql<{
    outcome: ReservationOutcome;
  }>`select ${reserveTokensSql(request)} as outcome`.execute(db);
  return rows[0]?.outcome ?? 'quota';
}

/** What visitors of a chatbot have used today, and since `monthStart`. */
export async function visitorTokens(
  db: Db,
  of: { chatbotId: string; today: Date; monthStart: Date },
): Promise<{ day: number; month: number }> {
  const { rows } = await sql<{ day: number; month: number }>`
    select day, month
      from visitor_tokens(${of.chatbotId}::uuid, ${of.today}::timestamptz, ${of.monthStart}::timestamptz)`.execute(
    db,
  );
  return rows[0] ?? { day: 0, month: 0 };
}

/** A reservation that ends at this moment, and what was really spent of it. */
export interface Settlement {
  reservation: Reservation;
  tokens: number;
  now: Date;
}

/**
 * An expression for any statement, which turns the reservation into a ledger entry where it is evaluated, once per cause: what
 * is spent since the quota's beginning, this charge included; null when its cause was charged before, or without a limit.
 */
export const settleTokensSql = ({ reservation, tokens, now }: Settlement) => sql<number | null>`
  settle_tokens(${reservation.id}::uuid, ${reservation.ownerId}::uuid, ${reservation.tokenType}, ${reservation.operation},
    ${tokens}::bigint, ${reservation.chatbotId}::uuid, ${reservation.chatbotName}, ${reservation.cause},
    ${reservation.quota.since}::timestamptz, ${reservation.quota.limit}::bigint, ${now}::timestamptz)`;

/** Settles in a statement of its own. */
export async function settleTokens(db: Db, settlement: Settlement): Promise<number | null> {
  const { rows } = await sql<{
    spent: number | null;
  }>`select ${settleTokensSql(settlement)} as spent`.execute(db);
  return rows[0]?.spent ?? null;
}

/** What has been spent for these causes together. */
export const tokensOfCauses = async (db: Db, ownerId: string, causes: readonly string[]) => {
  const { tokens } = await db
    .selectFrom('ledger_entries')
    .select(sql<number>`coalesce(sum(tokens), 0)::int8`.as('tokens'))
    .where('owner_id', '=', ownerId)
    .where('cause', 'in', causes)
    .executeTakeFirstOrThrow();
  return tokens;
};

export const deleteReservation = (db: Db, ownerId: string, cause: string) =>
  db.deleteFrom('reservations').where('owner_id', '=', ownerId).where('cause', '=', cause).execute();

/** Ends expired reservations; what is due for work that never ended is charged. */
export const endExpiredReservations = (db: Db, now: Date) =>
  sql`
    with dead as (
      delete from reservations where expires_at <= ${now} returning *
    )
    insert into ledger_entries (id, owner_id, at, operation, token_type, tokens, chatbot_id, chatbot_name, cause)
    select id, owner_id, ${now}, operation, token_type, due, chatbot_id, chatbot_name, cause || ':' || id
      from dead where due > 0
    on conflict do nothing`.execute(db);

export const ledgerEntriesOf = (
  db: Db,
  ownerId: string,
  filter: {
    tokenType?: TokenType;
    operation?: Operation;
    chatbotId?: string;
    before?: string;
    limit: number;
  },
) =>
  db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .$if(filter.tokenType !== undefined, (q) => q.where('token_type', '=', filter.tokenType as TokenType))
    .$if(filter.operation !== undefined, (q) => q.where('operation', '=', filter.operation as Operation))
    .$if(filter.chatbotId !== undefined, (q) => q.where('chatbot_id', '=', filter.chatbotId as string))
    .$if(filter.before !== undefined, (q) => q.where('id', '<', filter.before as string))
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute();

export const tokensPerDay = async (db: Db, ownerId: string, since: Date) => {
  const { rows } = await sql<{ date: string; token_type: TokenType; tokens: number }>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as date, token_type, sum(tokens)::int8 as tokens
    from ledger_entries where owner_id = ${ownerId} and at >= ${since}
    group by 1, 2
  `.execute(db);
  return rows;
};

const levelsFrom = {
  warning80: ['warning80', 'warning90', 'exceeded'],
  warning90: ['warning90', 'exceeded'],
  exceeded: ['exceeded'],
};

/**
 * Inserts an alert; says whether this level is reached for the first time in this period, and no higher one was before.
 */
export async function insertQuotaAlert(
  db: Db,
  alert: {
    ownerId: string;
    tokenType: TokenType;
    level: keyof typeof levelsFrom;
    periodStart: Date;
    at: Date;
  },
): Promise<boolean> {
  const higher = levelsFrom[alert.level];
  const { rows } = await sql`
    insert into quota_alerts (owner_id, token_type, level, period_start, at)
    select ${alert.ownerId}::uuid, ${alert.tokenType}, ${alert.level}, ${alert.periodStart}::timestamptz,
           ${alert.at}::timestamptz
     where not exists (select from quota_alerts
                        where owner_id = ${alert.ownerId}::uuid and token_type = ${alert.tokenType}
                          and period_start = ${alert.periodStart}::timestamptz and level = any(${higher}::text[]))
    on conflict do nothing returning owner_id`.execute(db);
  return rows.length > 0;
}

/**
 * Inserts an alert of a chatbot's cap; says whether this level is reached for the first time in this period, and no
 * higher one was before.
 */
export async function insertCapAlert(
  db: Db,
  alert: {
    chatbotId: string;
    ownerId: string;
    period: 'day' | 'month';
    level: keyof typeof levelsFrom;
    periodStart: Date;
    at: Date;
  },
): Promise<boolean> {
  const higher = levelsFrom[alert.level];
  const { rows } = await sql`
    insert into cap_alerts (chatbot_id, owner_id, period, level, period_start, at)
    select ${alert.chatbotId}::uuid, ${alert.ownerId}::uuid, ${alert.period}, ${alert.level},
           ${alert.periodStart}::timestamptz, ${alert.at}::timestamptz
     where not exists (select from cap_alerts
                        where chatbot_id = ${alert.chatbotId}::uuid and period = ${alert.period}
                          and period_start = ${alert.periodStart}::timestamptz and level = any(${higher}::text[]))
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
