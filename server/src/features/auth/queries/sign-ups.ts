import { sql } from 'kysely';
import { encodeJson, type Metadata } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';

export interface SignUp {
  id: string;
  password_hash: string | null;
  metadata: Metadata;
  identity_id: string | null;
}

export const insertSignUp = (
  db: Db,
  signUp: {
    id: string;
    userId: string;
    passwordHash: string | null;
    metadata: Metadata;
    identityId: string | null;
    askedFrom: Buffer | null;
    now: Date;
  },
) =>
  db
    .insertInto('sign_ups')
    .values({
      id: signUp.id,
      user_id: signUp.userId,
      password_hash: signUp.passwordHash,
      metadata: encodeJson(signUp.metadata),
      identity_id: signUp.identityId,
      asked_from: signUp.askedFrom,
      created_at: signUp.now,
    })
    .execute();

export const signUpById = (db: Db, userId: string, id: string): Promise<SignUp | undefined> =>
  db
    .selectFrom('sign_ups')
    .select(['id', 'password_hash', 'metadata', 'identity_id'])
    .where('user_id', '=', userId)
    .where('id', '=', id)

    .executeTakeFirst();

/** The only one that was asked for from there: of several nobody knows which is whose, behind an address that many share. */
export async function onlySignUpFrom(db: Db, userId: string, askedFrom: Buffer) {
  const [one, ...others] = await db
    .selectFrom('sign_ups')
    .select('id')
    .where('user_id', '=', userId)
    .where('asked_from', '=', askedFrom)
    .limit(2)
    .execute();
  return others.length > 0 ? undefined : one;
}

/** Deletes a person's sign-ups, with the links and codes of their mails. */
export const deleteSignUps = (db: Db, userId: string) =>
  db.deleteFrom('sign_ups').where('user_id', '=', userId).execute();

/**
 * Deletes old sign-ups, but for an account's first, whose password and names it shows, and those whose mail is still
 * good.
 */
export const deleteOldSignUps = (db: Db, createdBefore: Date) =>
  sql`
  delete from sign_ups s
   where s.created_at < ${createdBefore}
     and exists (select from sign_ups e
                  where e.user_id = s.user_id and (e.created_at, e.id) < (s.created_at, s.id))
     and not exists (select from one_time_tokens t where t.sign_up_id = s.id)
`.execute(db);

/** Makes the account its person's, with what they gave and no more. */
export const confirmUserAs = (
  db: Db,
  userId: string,
  given: { passwordHash: string | null; metadata: Metadata; now: Date },
) =>
  db
    .updateTable('users')
    .set({
      email_confirmed_at: given.now,
      password_hash: given.passwordHash,
      user_metadata: encodeJson(given.metadata),
      new_email: null,
      updated_at: given.now,
    })
    .where('id', '=', userId)
    .execute();

export const deleteIdentitiesOf = (db: Db, userId: string, except: string | null) =>
  db
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .$if(except !== null, (query) => query.where('id', '<>', except as string))
    .execute();

export const deleteProfile = (db: Db, userId: string) =>
  db.deleteFrom('profiles').where('id', '=', userId).execute();

export const deleteOtherFlows = (db: Db, userId: string, except: string | null) =>
  db
    .deleteFrom('flow_states')
    .where('user_id', '=', userId)
    .$if(except !== null, (query) => query.where('id', '<>', except as string))
    .execute();
