import { sql } from 'kysely';
import { type AuthenticationMethod, encodeJson } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';

// Sessions

export interface FoundSession {
  id: string;
  user_id: string;
  aal: 'aal1' | 'aal2';
  amr: AuthenticationMethod[];
  scope: string;
  generation: number;
  /** Whether what raised it is gone: with its next refresh it is back at its first level. */
  falls_back: boolean;
  refresh_token_sealed: string;
  created_at: Date;
  refreshed_at: Date;
}

export const insertSession = (
  db: Db,
  session: {
    id: string;
    userId: string;
    amr: AuthenticationMethod[];
    scope: 'account' | 'recovery';
    sealed: string;
    userAgent: string | null;
    address: string;
    now: Date;
  },
) =>
  db
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      amr: encodeJson(session.amr),
      scope: session.scope,
      refresh_token_sealed: session.sealed,
      user_agent: session.userAgent,
      address: session.address,
      created_at: session.now,
      refreshed_at: session.now,
    })
    .execute();

/** A session with what every request needs to know of its person. */
export async function sessionWithUser(db: Db, sessionId: string, userId: string) {
  const { rows } = await sql<{
    scope: string;
    aal: 'aal1' | 'aal2';
    proven_at: Date;
    email: string | null;
    banned_until: Date | null;
    preferred_locale: string | null;
    has_factor: boolean;
  }>`
    select s.scope, s.aal, greatest(s.created_at, s.proven_at) as proven_at, u.email, u.banned_until, p.preferred_locale,
           exists (select from factors f where f.user_id = u.id and f.status = 'verified') as has_factor
      from sessions s join users u on u.id = s.user_id left join profiles p on p.id = u.id
     where s.id = ${sessionId}::uuid and s.user_id = ${userId}::uuid`.execute(db);
  return rows[0];
}

export const sessionForUpdate = (db: Db, sessionId: string) =>
  db
    .selectFrom('sessions')
    .select([
      'id',
      'user_id',
      'aal',
      'amr',
      'scope',
      'generation',
      'falls_back',
      'refresh_token_sealed',
      'created_at',
      'refreshed_at',
    ])
    .where('id', '=', sessionId)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const advanceSession = (
  db: Db,
  session: {
    id: string;
    aal: 'aal1' | 'aal2';
    amr: AuthenticationMethod[];
    generation: number;
    sealed: string;
    now: Date;
  },
) =>
  db
    .updateTable('sessions')
    .set({
      aal: session.aal,
      amr: encodeJson(session.amr),
      falls_back: false,
      generation: session.generation,
      refresh_token_sealed: session.sealed,
      refreshed_at: session.now,
    })
    .where('id', '=', session.id)
    .execute();

/** Puts the session at its second level, under one new refresh token; those of before open nothing any more. */
export async function raiseSessionTo(
  db: Db,
  session: {
    id: string;
    amr: AuthenticationMethod[];
    factorId: string | null;
    generation: number;
    sealed: string;
    now: Date;
  },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      aal: 'aal2',
      raised_by: session.factorId,
      falls_back: false,
      amr: encodeJson(session.amr),
      generation: session.generation,
      refresh_token_sealed: session.sealed,
      refreshed_at: session.now,
      proven_at: session.now,
    })
    .where('id', '=', session.id)
    .execute();
  await db.deleteFrom('refresh_tokens').where('session_id', '=', session.id).execute();
}

export const proveSession = (db: Db, userId: string, sessionId: string, now: Date) =>
  db
    .updateTable('sessions')
    .set({ proven_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .execute();

export const deleteSession = (db: Db, userId: string, sessionId: string) =>
  db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '=', sessionId).execute();

export const deleteSessionsOf = (db: Db, userId: string, except?: string) =>
  db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) => query.where('id', '!=', except as string))
    .execute();

/** Ends the recovery of a session whose password is set. */
export const endRecovery = (db: Db, sessionId: string) =>
  db.updateTable('sessions').set({ scope: 'account' }).where('id', '=', sessionId).execute();

export const deleteAllSessions = (db: Db) => db.deleteFrom('sessions').execute();

/** Deletes sessions that can be neither used nor refreshed any more. */
export const deleteExpiredSessions = (db: Db, createdBefore: Date, refreshedBefore: Date) =>
  db
    .deleteFrom('sessions')
    .where((e) => e.or([e('created_at', '<=', createdBefore), e('refreshed_at', '<=', refreshedBefore)]))
    .execute();

// Refresh tokens

export const insertRefreshToken = (db: Db, token: { hash: Buffer; sessionId: string; generation: number }) =>
  db
    .insertInto('refresh_tokens')
    .values({ token_hash: token.hash, session_id: token.sessionId, generation: token.generation })
    .execute();

export const refreshTokenByHash = (db: Db, hash: Buffer) =>
  db
    .selectFrom('refresh_tokens')
    .select(['session_id', 'generation', 'rotated_at'])
    .where('token_hash', '=', hash)
    .executeTakeFirst();

export const markRotated = (db: Db, hash: Buffer, now: Date) =>
  db.updateTable('refresh_tokens').set({ rotated_at: now }).where('token_hash', '=', hash).execute();
