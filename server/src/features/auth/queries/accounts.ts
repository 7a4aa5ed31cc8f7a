import type { Language } from '@parlance/contract/i18n';
import { type Expression, sql } from 'kysely';
import { encodeJson, type Metadata } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';

export interface FoundUser {
  id: string;
  email: string | null;
  password_hash: string | null;
  email_confirmed_at: Date | null;
  user_metadata: Metadata;
  new_email: string | null;
  /** Which of the two confirmations of `new_email` has come. */
  email_change_confirmed: 'current' | 'new' | null;
  is_sso_user: boolean;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change_sent_at: Date | null;
  reauthentication_sent_at: Date | null;
  last_sign_in_at: Date | null;
  banned_until: Date | null;
  created_at: Date;
  updated_at: Date;
}

// Users

const userColumns = [
  'id',
  'email',
  'password_hash',
  'email_confirmed_at',
  'user_metadata',
  'new_email',
  'email_change_confirmed',
  'is_sso_user',
  'confirmation_sent_at',
  'recovery_sent_at',
  'email_change_sent_at',
  'reauthentication_sent_at',
  'last_sign_in_at',
  'banned_until',
  'created_at',
  'updated_at',
] as const;

export const userById = (db: Db, id: string) =>
  db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst();

/** Locked until the transaction ends; rows that reference the user may still be written meanwhile. */
export const userForUpdate = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()

    .executeTakeFirst();

/** Keeps these accounts from being deleted until the transaction ends. */
export const keepOwners = (db: Db, ids: readonly string[]) =>
  sql`select from users where id = any(${ids}::uuid[]) order by id for key share`.execute(db);

const usersByEmail = (db: Db, email: string) =>
  db.selectFrom('users').select(userColumns).where('email', '=', email).where('is_sso_user', '=', false);

export const userByEmail = (db: Db, email: string) => usersByEmail(db, email).executeTakeFirst();

export const userByEmailForUpdate = (db: Db, email: string) =>
  usersByEmail(db, email).forNoKeyUpdate().executeTakeFirst();

/** Adds a user; says whether the address was free: a parallel sign-up may have been first. */
export async function insertUser(
  db: Db,
  user: { id: string; email: string; passwordHash: string | null; metadata: Metadata; now: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      password_hash: user.passwordHash,
      user_metadata: encodeJson(user.metadata),
      confirmation_sent_at: user.now,
      created_at: user.now,
      updated_at: user.now,
    })
    .onConflict((conflict) => conflict.column('email').where(sql<boolean>`not is_sso_user`).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

type MailSentColumn =
  | 'confirmation_sent_at'
  | 'recovery_sent_at'
  | 'email_change_sent_at'
  | 'reauthentication_sent_at';

export const touchMailSent = (db: Db, userId: string, column: MailSentColumn, now: Date) =>
  db
    .updateTable('users')
    .set({ [column]: now, updated_at: now })
    .where('id', '=', userId)
    .execute();

export const replacePasswordHash = (db: Db, userId: string, from: string, to: string) =>
  db
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .execute();

export const setPassword = (db: Db, userId: string, passwordHash: string, now: Date) =>
  db
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', userId)
    .execute();

export const setUserMetadata = (db: Db, userId: string, metadata: Metadata, now: Date) =>
  db
    .updateTable('users')
    .set({ user_metadata: encodeJson(metadata), updated_at: now })
    .where('id', '=', userId)
    .execute();

/** Whether the address belongs to somebody else, as their own or as that of one of their identities. */
export async function isAddressTaken(db: Db, email: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select 1 from users where email = ${email} and id <> ${userId} and not is_sso_user)
      or exists (select 1 from identities i join users u on u.id = i.user_id
                 where lower(i.email) = ${email} and i.user_id <> ${userId} and not u.is_sso_user) as taken
  `.execute(db);
  return rows[0]?.taken === true;
}

/** Begins a change of address, neither of whose confirmations has come; those of one asked for before are void. */
export async function startEmailChange(db: Db, userId: string, newEmail: string, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ new_email: newEmail, email_change_confirmed: null, updated_at: now })
    .where('id', '=', userId)
    .execute();
  await db
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .where('kind', 'in', ['email_change_current', 'email_change_new'])
    .execute();
}

export const halfConfirmEmailChange = (db: Db, userId: string, half: 'current' | 'new', now: Date) =>
  db
    .updateTable('users')
    .set({ email_change_confirmed: half, updated_at: now })
    .where('id', '=', userId)
    .execute();

/** Makes the new address the account's, and that of its e-mail identity. */
export async function finishEmailChange(db: Db, userId: string, newEmail: string, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({
      email: newEmail,
      email_confirmed_at: sql`coalesce(email_confirmed_at, ${now})`,
      new_email: null,
      email_change_confirmed: null,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute();
  const verified = encodeJson({ email: newEmail, email_verified: true });
  await db
    .updateTable('identities')
    .set({ email: newEmail, identity_data: sql`identity_data || ${verified}::jsonb`, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider', '=', 'email')
    .execute();
}

export const touchSignedIn = (db: Db, userId: string, now: Date) =>
  db.updateTable('users').set({ last_sign_in_at: now, updated_at: now }).where('id', '=', userId).execute();

/** Locks accounts before their tokens, as everywhere: else a click and a change of password wait in a circle. */
export const lockUsers = (db: Db, ids: Expression<unknown>) =>
  sql`select id from users where id in ${ids} order by id for no key update`.execute(db);

/** Bars an account for good, whose deletion begins. */
export const barUser = (db: Db, userId: string, now: Date) =>
  db
    .updateTable('users')
    .set({ leaving_since: now, banned_until: new Date('9999-12-31T00:00:00Z') })
    .where('id', '=', userId)
    .execute();

/** Every address that the account knows the person by. */
export async function addressesOf(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select email as address from users where id = ${userId} and email <> ''
    union select new_email from users where id = ${userId} and new_email <> ''
    union select email from identities where user_id = ${userId} and email <> ''
    union select email from one_time_tokens where user_id = ${userId} and email <> ''
    union select email from credential_changes where user_id = ${userId} and email <> ''`.execute(db);
  return rows.map(({ address }) => address);
}

export const deleteUser = (db: Db, userId: string) =>
  db.deleteFrom('users').where('id', '=', userId).execute();

// Profiles

export const insertProfile = (
  db: Db,
  profile: {
    userId: string;
    firstName: string | null;
    lastName: string | null;
    website: string | null;
    receiveUpdates: boolean;
    preferredLocale: Language | null;
    now: Date;
  },
) =>
  db
    .insertInto('profiles')
    .values({
      id: profile.userId,
      first_name: profile.firstName,
      last_name: profile.lastName,
      website: profile.website,
      receive_updates: profile.receiveUpdates,
      preferred_locale: profile.preferredLocale,
      updated_at: profile.now,
    })
    .execute();

export const accountById = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.id', 'users.id')
    .select([
      'users.id',
      'users.email',
      'users.created_at',
      'profiles.first_name',
      'profiles.last_name',
      'profiles.preferred_locale',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
