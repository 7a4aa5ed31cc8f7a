import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

export interface FoundFactor {
  id: string;
  friendly_name: string | null;
  status: 'unverified' | 'verified';
  last_challenged_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const factorsOf = (db: Db, userId: string) =>
  db
    .selectFrom('factors')
    .select(['id', 'friendly_name', 'status', 'last_challenged_at', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .$castTo<FoundFactor>()
    .execute();

export const factorById = (db: Db, userId: string, factorId: string) =>
  db
    .selectFrom('factors')
    .select(['id', 'status', 'secret_sealed', 'last_step', 'enrolled_by'])
    .where('user_id', '=', userId)
    .where('id', '=', factorId)
    .executeTakeFirst();

export const insertFactor = (
  db: Db,
  factor: { id: string; userId: string; name: string | null; sealed: string; sessionId: string; now: Date },
) =>
  db
    .insertInto('factors')
    .values({
      id: factor.id,
      user_id: factor.userId,
      friendly_name: factor.name,
      secret_sealed: factor.sealed,
      enrolled_by: factor.sessionId,
      created_at: factor.now,
      updated_at: factor.now,
    })
    .execute();

export const deleteUnverifiedFactors = (db: Db, userId: string, createdBefore: Date) =>
  db
    .deleteFrom('factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .where('created_at', '<', createdBefore)
    .execute();

/** Records that a code of this step was accepted; none of the factor's codes up to there is good again. */
export const acceptStep = (db: Db, factorId: string, step: number, now: Date) =>
  db
    .updateTable('factors')
    .set({ status: 'verified', last_step: step, updated_at: now })
    .where('id', '=', factorId)
    .execute();

export const deleteOtherUnverified = (db: Db, userId: string, factorId: string) =>
  db
    .deleteFrom('factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .where('id', '<>', factorId)
    .execute();

export const deleteFactor = (db: Db, userId: string, factorId: string) =>
  db.deleteFrom('factors').where('user_id', '=', userId).where('id', '=', factorId).execute();

// Challenges

export async function insertChallenge(
  db: Db,
  challenge: { id: string; factorId: string; addressHash: Buffer; expiresAt: Date; now: Date },
): Promise<void> {
  const { factorId, now } = challenge;
  // Kept for a while after their end, so that a late answer learns why it is refused.
  await db
    .deleteFrom('factor_challenges')
    .where('factor_id', '=', factorId)
    .where('expires_at', '<', new Date(now.getTime() - 3_600_000))
    .execute();
  await db
    .insertInto('factor_challenges')
    .values({
      id: challenge.id,
      factor_id: factorId,
      address_hash: challenge.addressHash,
      expires_at: challenge.expiresAt,
    })
    .execute();
  await db.updateTable('factors').set({ last_challenged_at: now }).where('id', '=', factorId).execute();
}

export const challengeById = (db: Db, factorId: string, challengeId: string) =>
  db
    .selectFrom('factor_challenges')
    .select(['id', 'address_hash', 'expires_at', 'used_at'])
    .where('factor_id', '=', factorId)
    .where('id', '=', challengeId)
    .executeTakeFirst();

export const useChallenge = (db: Db, challengeId: string, now: Date) =>
  db.updateTable('factor_challenges').set({ used_at: now }).where('id', '=', challengeId).execute();

// Recovery codes

export async function replaceRecoveryCodes(
  db: Db,
  userId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await deleteRecoveryCodes(db, userId);
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, created_at: now })))
    .execute();
}

export const deleteRecoveryCodes = (db: Db, userId: string) =>
  db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();

/** Uses up a recovery code. Compare and set in one statement: of two who bring the same code one finds it. */
export async function takeRecoveryCode(db: Db, userId: string, hash: Buffer): Promise<boolean> {
  const taken = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}

// Wrong codes

export async function secondStepBlockedUntil(db: Db, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('second_step_failures')
    .select('blocked_until')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.blocked_until ?? null;
}

/** Counts one more wrong code; says whether it was one too many, and until when none is looked at. */
export async function countWrongCode(
  db: Db,
  { userId, limit, now, spanMs }: { userId: string; limit: number; now: Date; spanMs: number },
): Promise<Date | null> {
  const since = new Date(now.getTime() - spanMs);
  const until = new Date(now.getTime() + spanMs);
  const { rows } = await sql<{ blocked_until: Date | null }>`
    insert into second_step_failures as f (user_id, failures, first_at) values (${userId}, 1, ${now})
    on conflict (user_id) do update set
      failures = case when f.first_at < ${since} or f.blocked_until <= ${now} then 1 else f.failures + 1 end,
      first_at = case when f.first_at < ${since} or f.blocked_until <= ${now} then ${now} else f.first_at end,
      blocked_until = case
        when f.first_at < ${since} or f.blocked_until <= ${now} or f.failures + 1 < ${limit}::int then null
        else ${until}::timestamptz
      end
    returning blocked_until
  `.execute(db);
  return rows[0]?.blocked_until ?? null;
}

export const forgetWrongCodes = (db: Db, userId: string) =>
  db.deleteFrom('second_step_failures').where('user_id', '=', userId).execute();

// Sessions and their level

/** Ends the sessions that have not proven a second factor, but for the one that just has. */
export const deleteFirstLevelSessions = (db: Db, userId: string, except: string) =>
  db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('aal', '=', 'aal1')
    .where('id', '<>', except)
    .execute();

/** Lowers the sessions that this factor raised, or, when it was the last one, all that were raised. */
export const lowerSessions = (db: Db, userId: string, factorId: string, isLast: boolean) =>
  db
    .updateTable('sessions')
    .set({ falls_back: true })
    .where('user_id', '=', userId)
    .where('aal', '=', 'aal2')
    .$if(!isLast, (query) => query.where('raised_by', '=', factorId))
    .execute();
