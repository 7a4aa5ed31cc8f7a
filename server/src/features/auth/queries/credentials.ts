import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

/** How the ways into an account stood. */
export interface Credentials {
  id: string;
  user_id: string;
  change: string;
  email: string;
  password_hash: string | null;
  created_at: Date;
}

const columns = ['id', 'user_id', 'change', 'email', 'password_hash', 'created_at'] as const;

/**
 * Stores how the ways into an account stand, with the account locked; nothing for an account without an address, where
 * nobody could be told. Later ones are later by their time, too, though clocks of several processes differ: what is
 * undone takes them along.
 */
export async function insertCredentialChange(
  db: Db,
  change: { id: string; userId: string; change: string; now: Date; expiresAt: Date },
): Promise<{ email: string } | undefined> {
  const { rows } = await sql<{ email: string }>`
    insert into credential_changes
      (id, user_id, change, email, password_hash, identities, factors, created_at, expires_at)
    select ${change.id}, u.id, ${change.change}, u.email, u.password_hash,
           (select coalesce(jsonb_agg(to_jsonb(i)), '[]') from identities i where i.user_id = u.id),
           (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from factors f
             where f.user_id = u.id and f.status = 'verified'),
           greatest(${change.now}::timestamptz,
                    (select max(c.created_at) + interval '1 millisecond' from credential_changes c where c.user_id = u.id)),
           ${change.expiresAt}
      from users u where u.id = ${change.userId} and u.email is not null
    returning email`.execute(db);
  return rows[0];
}

/** A change that can still be undone. */
export const credentialChange = (db: Db, userId: string, id: string, now: Date) =>
  db
    .selectFrom('credential_changes')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export const setUndoToken = (db: Db, userId: string, id: string, tokenHash: Buffer) =>
  db
    .updateTable('credential_changes')
    .set({ token_hash: tokenHash })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();

export const credentialChangeByToken = (
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<Credentials | undefined> =>
  db
    .selectFrom('credential_changes')
    .select(columns)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export const deleteOldCredentialChanges = (db: Db, now: Date) =>
  db.deleteFrom('credential_changes').where('expires_at', '<=', now).execute();

/** Ends what a session has begun, and codes that would open one: none of it outlives a change of who gets in. */
export async function endFlowsOf(
  db: Db,
  userId: string,
  keep: { flowStateId?: string | null; factorId?: string } = {},
): Promise<void> {
  const { flowStateId = null, factorId } = keep;
  await db
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .where('kind', 'in', ['reauthentication', 'email_change_current', 'email_change_new'])
    .execute();
  await db
    .deleteFrom('flow_states')
    .where('user_id', '=', userId)
    .where((e) => e.or([e('method', '=', 'email_change'), e('code_issued_at', 'is not', null)]))
    .$if(flowStateId !== null, (query) => query.where('id', '<>', flowStateId as string))
    .execute();
  await db.deleteFrom('provider_flows').where('link_user_id', '=', userId).execute();
  await db
    .deleteFrom('factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .$if(factorId !== undefined, (query) => query.where('id', '<>', factorId as string))
    .execute();
  await db
    .updateTable('users')
    .set({ new_email: null, email_change_confirmed: null })
    .where('id', '=', userId)
    .where('new_email', 'is not', null)
    .execute();
}

/** Frees an address whose holder never showed that it is theirs, for whom it belongs to. */
export async function releaseUnprovenAddress(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email: null, password_hash: null, new_email: null })
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is', null)
    .execute();
  await db.deleteFrom('identities').where('user_id', '=', userId).execute();
  await db.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute();
}

/** Puts address, password, identities and factors back as they stood; later changes can't be undone any more. */
export async function restoreCredentials(db: Db, change: Credentials, now: Date): Promise<void> {
  const { id, user_id: userId, email, password_hash } = change;
  await db
    .updateTable('users')
    .set({
      email,
      password_hash,
      email_confirmed_at: sql`coalesce(email_confirmed_at, ${now})`,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute();
  await db.deleteFrom('identities').where('user_id', '=', userId).execute();
  // An identity that opens another account by now stays there.
  await sql`
    insert into identities
    select i.* from credential_changes c, jsonb_populate_recordset(null::identities, c.identities) i
     where c.id = ${id} and c.user_id = ${userId}
    on conflict do nothing`.execute(db);
  await sql`
    delete from factors f using credential_changes c
     where c.id = ${id} and c.user_id = ${userId} and f.user_id = ${userId}
       and not exists (select from jsonb_array_elements(c.factors) kept where kept ->> 'id' = f.id::text)`.execute(
    db,
  );
  await sql`
    insert into factors
    select f.* from credential_changes c, jsonb_populate_recordset(null::factors, c.factors) f
     where c.id = ${id} and c.user_id = ${userId}
    on conflict do nothing`.execute(db);
  await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where((e) =>
      e.or([
        e('created_at', '>=', change.created_at),
        e.not(e.exists(e.selectFrom('factors').select('id').where('user_id', '=', userId))),
      ]),
    )
    .execute();
  await db
    .deleteFrom('credential_changes')
    .where('user_id', '=', userId)
    .where('created_at', '>=', change.created_at)
    .execute();
}
