import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

/** One entry of the `amr` claim. */
export interface AuthenticationMethod {
  method: string;
  timestamp: number;
  provider?: string;
}

export type Metadata = Record<string, unknown>;

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

export interface FoundIdentity {
  id: string;
  user_id: string;
  provider: string;
  provider_id: string;
  identity_data: Metadata;
  email: string | null;
  last_sign_in_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export type TokenKind =
  | 'signup'
  | 'recovery'
  | 'magiclink'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication';

// Lists would otherwise be taken for arrays of the database.
const json = <T>(value: T): RawBuilder<T> => sql<T>`${JSON.stringify(value)}::jsonb`;

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
  db.selectFrom('users').select(userColumns).where('id', '=', id).$castTo<FoundUser>().executeTakeFirst();

/** Locked until the transaction ends; rows that reference the user may still be written meanwhile. */
export const userForUpdate = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .$castTo<FoundUser>()
    .executeTakeFirst();

const usersByEmail = (db: Db, email: string) =>
  db.selectFrom('users').select(userColumns).where('email', '=', email).where('is_sso_user', '=', false);

export const userByEmail = (db: Db, email: string) =>
  usersByEmail(db, email).$castTo<FoundUser>().executeTakeFirst();

export const userByEmailForUpdate = (db: Db, email: string) =>
  usersByEmail(db, email).forNoKeyUpdate().$castTo<FoundUser>().executeTakeFirst();

/** Whether the address was free; a parallel sign-up may have been first. */
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
      user_metadata: json(user.metadata),
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
    .set({ user_metadata: json(metadata), updated_at: now })
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

/** Neither of its confirmations has come; those of an address asked for before are void. */
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

/** The new address is the account's, and that of its e-mail identity. */
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
  const verified = JSON.stringify({ email: newEmail, email_verified: true });
  await db
    .updateTable('identities')
    .set({ email: newEmail, identity_data: sql`identity_data || ${verified}::jsonb`, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider', '=', 'email')
    .execute();
}

export const touchSignedIn = (db: Db, userId: string, now: Date) =>
  db.updateTable('users').set({ last_sign_in_at: now, updated_at: now }).where('id', '=', userId).execute();

// Identities

export const identitiesOf = (db: Db, userId: string) =>
  db
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .$castTo<FoundIdentity>()
    .execute();

export const insertIdentity = (
  db: Db,
  identity: {
    id: string;
    userId: string;
    provider: string;
    providerId: string;
    data: Metadata;
    email: string | null;
    now: Date;
  },
) =>
  db
    .insertInto('identities')
    .values({
      id: identity.id,
      user_id: identity.userId,
      provider: identity.provider,
      provider_id: identity.providerId,
      identity_data: json(identity.data),
      email: identity.email,
      last_sign_in_at: identity.now,
      created_at: identity.now,
      updated_at: identity.now,
    })
    .execute();

export const touchIdentity = (db: Db, userId: string, provider: string, now: Date) =>
  db
    .updateTable('identities')
    .set({ last_sign_in_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .execute();

// Profiles

export const insertProfile = (
  db: Db,
  profile: {
    userId: string;
    firstName: string | null;
    lastName: string | null;
    website: string | null;
    receiveUpdates: boolean;
    preferredLocale: string | null;
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

// Sessions

export interface FoundSession {
  id: string;
  user_id: string;
  aal: string;
  amr: AuthenticationMethod[];
  scope: string;
  generation: number;
  /** What raised it is gone: with its next refresh it is back at its first level. */
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
      amr: json(session.amr),
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
    aal: string;
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
    .$castTo<FoundSession>()
    .executeTakeFirst();

export const advanceSession = (
  db: Db,
  session: {
    id: string;
    aal: string;
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
      amr: json(session.amr),
      falls_back: false,
      generation: session.generation,
      refresh_token_sealed: session.sealed,
      refreshed_at: session.now,
    })
    .where('id', '=', session.id)
    .execute();

/** The session at its second level, under one new refresh token; those of before open nothing any more. */
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
      amr: json(session.amr),
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

/** A recovery is over: the password is set. */
export const endRecovery = (db: Db, sessionId: string) =>
  db.updateTable('sessions').set({ scope: 'account' }).where('id', '=', sessionId).execute();

/** Those that can be neither used nor refreshed any more. */
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

// One-time tokens

export interface FoundToken {
  user_id: string;
  kind: TokenKind;
  email: string;
  flow_state_id: string | null;
  /** The sign-up whose mail it is. */
  sign_up_id: string | null;
}

/** The new mail's link and code; those of an older one of the kind, and of the same sign-up, are void from here on. */
export const replaceOneTimeToken = (
  db: Db,
  token: {
    userId: string;
    kind: TokenKind;
    email: string;
    linkHash: Buffer;
    codeHash: Buffer;
    flowStateId: string | null;
    signUpId: string | null;
    expiresAt: Date;
  },
) => {
  const row = {
    email: token.email,
    link_hash: token.linkHash,
    code_hash: token.codeHash,
    code_tries: 0,
    flow_state_id: token.flowStateId,
    expires_at: token.expiresAt,
  };
  return db
    .insertInto('one_time_tokens')
    .values({ user_id: token.userId, kind: token.kind, sign_up_id: token.signUpId, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'sign_up_id']).doUpdateSet(row))
    .execute();
};

const tokensOf = (db: Db, kinds: readonly TokenKind[]) =>
  db.selectFrom('one_time_tokens').select('user_id').where('kind', 'in', kinds);

/** Accounts are locked before their tokens, as everywhere: else a click and a change of password wait in a circle. */
const lockUsers = (db: Db, ids: Expression<unknown>) =>
  sql`select id from users where id in ${ids} order by id for no key update`.execute(db);

export const lockByLink = (db: Db, linkHash: Buffer, kinds: readonly TokenKind[]) =>
  lockUsers(db, tokensOf(db, kinds).where('link_hash', '=', linkHash));

export const lockByEmail = (db: Db, email: string, kinds: readonly TokenKind[]) =>
  lockUsers(db, tokensOf(db, kinds).where('email', '=', email));

/** Compare and set in one statement: of two clicks at once one finds it. */
export const takeTokenByLink = (db: Db, linkHash: Buffer, kinds: readonly TokenKind[], now: Date) =>
  db
    .deleteFrom('one_time_tokens')
    .where('link_hash', '=', linkHash)
    .where('kind', 'in', kinds)
    .where('expires_at', '>', now)
    .returning(['user_id', 'kind', 'email', 'flow_state_id', 'sign_up_id'])
    .$castTo<FoundToken>()
    .executeTakeFirst();

/** Counts the try before anything is compared, so that parallel guesses get no more than `maxTries`. */
export const countCodeTry = (
  db: Db,
  email: string,
  kinds: readonly TokenKind[],
  maxTries: number,
  now: Date,
) =>
  db
    .updateTable('one_time_tokens')
    .set({ code_tries: sql`code_tries + 1` })
    .where('email', '=', email)
    .where('kind', 'in', kinds)
    .where('code_tries', '<', maxTries)
    .where('expires_at', '>', now)
    .returning(['user_id', 'kind', 'email', 'flow_state_id', 'sign_up_id', 'code_hash'])
    .$castTo<FoundToken & { code_hash: Buffer | null }>()
    .execute();

export async function takeTokenByCode(
  db: Db,
  userId: string,
  kind: TokenKind,
  codeHash: Buffer,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('code_hash', '=', codeHash)
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}

export const deleteTokensOfMails = (db: Db, userId: string) =>
  db.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute();

/** Every outstanding code and link of a person, those of flows that have begun too. */
export async function deleteTokensOf(db: Db, userId: string): Promise<void> {
  await deleteTokensOfMails(db, userId);
  await db.deleteFrom('flow_states').where('user_id', '=', userId).execute();
}

export const deleteExpiredTokens = (db: Db, now: Date) =>
  db.deleteFrom('one_time_tokens').where('expires_at', '<=', now).execute();

// Flows that end in a code (PKCE)

export const insertFlowState = (
  db: Db,
  flow: {
    id: string;
    userId: string;
    method: string;
    provider: string | null;
    challenge: string;
    challengeMethod: string;
    now: Date;
  },
) =>
  db
    .insertInto('flow_states')
    .values({
      id: flow.id,
      user_id: flow.userId,
      method: flow.method,
      provider: flow.provider,
      code_challenge: flow.challenge,
      code_challenge_method: flow.challengeMethod,
      created_at: flow.now,
    })
    .execute();

export const issueFlowCode = (
  db: Db,
  flowId: string,
  codeHash: Buffer,
  providerTokensSealed: string | null,
  now: Date,
) =>
  db
    .updateTable('flow_states')
    .set({ code_hash: codeHash, code_issued_at: now, provider_tokens_sealed: providerTokensSealed })
    .where('id', '=', flowId)
    .execute();

export const lockByFlow = (db: Db, codeHash: Buffer) =>
  lockUsers(db, db.selectFrom('flow_states').select('user_id').where('code_hash', '=', codeHash));

/** Gone with the first look, whatever the verifier is worth. */
export const takeFlow = (db: Db, codeHash: Buffer) =>
  db
    .deleteFrom('flow_states')
    .where('code_hash', '=', codeHash)
    .returning([
      'user_id',
      'method',
      'provider',
      'code_challenge',
      'code_challenge_method',
      'code_issued_at',
      'provider_tokens_sealed',
    ])
    .executeTakeFirst();

export const deleteOldFlows = (db: Db, createdBefore: Date) =>
  db.deleteFrom('flow_states').where('created_at', '<', createdBefore).execute();

// Failed sign-ins

export const failuresOf = (db: Db, keys: readonly Buffer[]) =>
  db
    .selectFrom('sign_in_failures')
    .select(['key', 'failures', 'blocked_until'])
    .where('key', 'in', keys)
    .execute();

interface FailureRule {
  key: Buffer;
  limit: number;
  now: Date;
  /** What was counted before this is forgotten. */
  since: Date;
}

/** Failures of one account: from the limit on, each doubles the wait, up to the longest. How many it has now. */
export async function countAccountFailure(
  db: Db,
  {
    key,
    limit,
    now,
    since,
    firstWaitSeconds,
    longestWaitSeconds,
  }: FailureRule & {
    firstWaitSeconds: number;
    longestWaitSeconds: number;
  },
): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
  insert into sign_in_failures as f (key, failures, first_at, last_at) values (${key}, 1, ${now}, ${now})
  on conflict (key) do update set
    failures = case when greatest(f.last_at, f.blocked_until) < ${since} then 1 else f.failures + 1 end,
    first_at = case when greatest(f.last_at, f.blocked_until) < ${since} then ${now} else f.first_at end,
    last_at = ${now},
    blocked_until = case
      when greatest(f.last_at, f.blocked_until) < ${since} or f.failures + 1 < ${limit}::int then null
      else ${now}::timestamptz + make_interval(secs => least(
        ${longestWaitSeconds}::float8,
        ${firstWaitSeconds}::float8 * power(2, least(f.failures + 1 - ${limit}::int, 20))
      ))
    end
  returning failures
`.execute(db);
  return rows[0]?.failures ?? 0;
}

/** Failures from one client address, whatever the account: as many as the limit in any one span. */
export const countAddressFailure = (
  db: Db,
  { key, limit, now, since, spanSeconds }: FailureRule & { spanSeconds: number },
) =>
  sql`
  insert into sign_in_failures as f (key, failures, first_at, last_at, blocked_until)
  values (${key}, 1, ${now}, ${now}, case when ${limit}::int <= 1 then ${now}::timestamptz + make_interval(secs => ${spanSeconds}::float8) end)
  on conflict (key) do update set
    failures = case when f.first_at < ${since} then 1 else f.failures + 1 end,
    first_at = case when f.first_at < ${since} then ${now} else f.first_at end,
    last_at = ${now},
    blocked_until = case
      when f.first_at < ${since} or f.failures + 1 < ${limit}::int then null
      else f.first_at + make_interval(secs => ${spanSeconds}::float8)
    end
`.execute(db);

export const forgetFailures = (db: Db, key: Buffer) =>
  db.deleteFrom('sign_in_failures').where('key', '=', key).execute();

export const deleteOldFailures = (db: Db, lastBefore: Date) =>
  db.deleteFrom('sign_in_failures').where('last_at', '<', lastBefore).execute();

export async function hasSignedInBefore(db: Db, userId: string, addressHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_addresses')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('address_hash', '=', addressHash)
    .executeTakeFirst();
  return row !== undefined;
}

export const forgetAddresses = (db: Db, lastBefore: Date) =>
  db.deleteFrom('sign_in_addresses').where('last_at', '<', lastBefore).execute();

export const rememberAddress = (db: Db, userId: string, addressHash: Buffer, now: Date) =>
  db
    .insertInto('sign_in_addresses')
    .values({ user_id: userId, address_hash: addressHash, last_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'address_hash']).doUpdateSet({ last_at: now }))
    .execute();

// Known devices

/**
 * Whether the person was seen there before, is seen there first of all, or is seen elsewhere than ever before. Of two
 * who ask at once one is told that the device is unknown.
 */
export async function rememberDevice(
  db: Db,
  userId: string,
  deviceHash: Buffer,
  now: Date,
): Promise<'known' | 'first' | 'unknown'> {
  const { rows } = await sql<{ is_new: boolean; has_others: boolean }>`
    insert into known_devices as d (user_id, device_hash, last_at) values (${userId}, ${deviceHash}, ${now})
    on conflict (user_id, device_hash) do update set last_at = ${now}
    returning xmax = 0 as is_new,
      exists (select 1 from known_devices o where o.user_id = d.user_id and o.device_hash <> d.device_hash) as has_others
  `.execute(db);
  const [row] = rows;
  if (!row?.is_new) return 'known';
  return row.has_others ? 'unknown' : 'first';
}

export const forgetDevices = (db: Db, lastBefore: Date) =>
  db.deleteFrom('known_devices').where('last_at', '<', lastBefore).execute();

// Settings

/** The value that stands there afterwards, whichever process was first. */
export async function getOrInsertSetting(db: Db, key: string, value: string, now: Date): Promise<string> {
  await db
    .insertInto('settings')
    .values({ key, value: JSON.stringify(value), updated_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return row.value as string;
}

// Signing keys

export const signingKeys = (db: Db, retiredAfter: Date) =>
  db
    .selectFrom('signing_keys')
    .select(['kid', 'public_jwk', 'private_jwk_sealed', 'retired_at'])
    .where((e) => e.or([e('retired_at', 'is', null), e('retired_at', '>', retiredAfter)]))
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute();

export const insertSigningKeyIfNone = (
  db: Db,
  key: { kid: string; publicJwk: object; sealed: string; now: Date },
) =>
  sql`
  insert into signing_keys (kid, public_jwk, private_jwk_sealed, created_at)
  select ${key.kid}::text, ${JSON.stringify(key.publicJwk)}::jsonb, ${key.sealed}::text, ${key.now}::timestamptz
  where not exists (select 1 from signing_keys where retired_at is null)
`.execute(db);
