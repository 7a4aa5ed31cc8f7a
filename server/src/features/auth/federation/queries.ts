import type { Language } from '@parlance/contract/i18n';
import { sql } from 'kysely';
import { encodeJson, type Metadata } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import type { CodeChallenge } from '../requests/fields.ts';

// Sign-ins on their way through a provider

export interface ProviderFlow {
  id: string;
  provider: string;
  redirectTo: string;
  language: Language;
  challenge: CodeChallenge | undefined;
  link: { userId: string; sessionId: string } | null;
  browserHash: Buffer | null;
  nonce: string | null;
  verifierSealed: string | null;
  requestId: string | null;
  createdAt: Date;
}

export const insertProviderFlow = (db: Db, flow: ProviderFlow) =>
  db
    .insertInto('provider_flows')
    .values({
      id: flow.id,
      provider: flow.provider,
      redirect_to: flow.redirectTo,
      language: flow.language,
      code_challenge: flow.challenge?.challenge ?? null,
      code_challenge_method: flow.challenge?.method ?? null,
      link_user_id: flow.link?.userId ?? null,
      link_session_id: flow.link?.sessionId ?? null,
      browser_hash: flow.browserHash,
      nonce: flow.nonce,
      verifier_sealed: flow.verifierSealed,
      request_id: flow.requestId,
      created_at: flow.createdAt,
    })
    .execute();

const flowColumns = [
  'id',
  'provider',
  'redirect_to',
  'language',
  'code_challenge',
  'code_challenge_method',
  'link_user_id',
  'browser_hash',
  'nonce',
  'verifier_sealed',
  'request_id',
  'created_at',
  'used_at',
  'answer_sealed',
] as const;

export const providerFlowById = (db: Db, id: string) =>
  db.selectFrom('provider_flows').select(flowColumns).where('id', '=', id).executeTakeFirst();

export type FoundFlow = NonNullable<Awaited<ReturnType<typeof providerFlowById>>>;

/** Whether the flow has not ended with the session that began it, or with a change of who gets into the account. */
export const isProviderFlowOpen = async (db: Db, id: string) =>
  (await providerFlowById(db, id)) !== undefined;

/** Uses up the flow. Compare and set in one statement: of two returns at once one finds it. */
export async function useProviderFlow(db: Db, id: string, now: Date): Promise<boolean> {
  const used = await db
    .updateTable('provider_flows')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Gives the flow to the first browser that comes for it. */
export async function claimProviderFlow(db: Db, id: string, browserHash: Buffer): Promise<boolean> {
  const claimed = await db
    .updateTable('provider_flows')
    .set({ browser_hash: browserHash })
    .where('id', '=', id)
    .where('browser_hash', 'is', null)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Stores what the provider answered; says whether it was the first answer. */
export async function keepProviderAnswer(db: Db, id: string, answerSealed: string): Promise<boolean> {
  const kept = await db
    .updateTable('provider_flows')
    .set({ answer_sealed: answerSealed })
    .where('id', '=', id)
    .where('answer_sealed', 'is', null)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

export const deleteOldProviderFlows = (db: Db, createdBefore: Date) =>
  db.deleteFrom('provider_flows').where('created_at', '<', createdBefore).execute();

/** Forgets the provider's tokens of codes that nobody has fetched their session with in time. */
export const forgetProviderTokens = (db: Db, issuedBefore: Date) =>
  db
    .updateTable('flow_states')
    .set({ provider_tokens_sealed: null })
    .where('provider_tokens_sealed', 'is not', null)
    .where('code_issued_at', '<', issuedBefore)
    .execute();

// SAML assertions

/** Remembers an assertion; says whether it was not taken before. */
export async function rememberAssertion(
  db: Db,
  assertion: { provider: string; hash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('saml_assertions')
    .values({
      provider: assertion.provider,
      assertion_hash: assertion.hash,
      expires_at: assertion.expiresAt,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'assertion_hash']).doNothing())
    .returning('provider')
    .executeTakeFirst();
  return inserted !== undefined;
}

export const deleteExpiredAssertions = (db: Db, now: Date) =>
  db.deleteFrom('saml_assertions').where('expires_at', '<', now).execute();

// Identities

export const identityOf = (db: Db, provider: string, subject: string) =>
  db
    .selectFrom('identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', subject)

    .executeTakeFirst();

export const refreshIdentity = (
  db: Db,
  identity: { id: string; userId: string; data: Metadata; email: string | null; now: Date },
) =>
  db
    .updateTable('identities')
    .set({
      identity_data: encodeJson(identity.data),
      email: identity.email,
      last_sign_in_at: identity.now,
      updated_at: identity.now,
    })
    .where('id', '=', identity.id)
    .where('user_id', '=', identity.userId)
    .execute();

export const deleteIdentity = (db: Db, userId: string, id: string) =>
  db.deleteFrom('identities').where('user_id', '=', userId).where('id', '=', id).execute();

// Users of a provider

export const insertFederatedUser = (
  db: Db,
  user: { id: string; email: string | null; isSso: boolean; isConfirmed: boolean; now: Date },
) =>
  db
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      is_sso_user: user.isSso,
      email_confirmed_at: user.isConfirmed ? user.now : null,
      user_metadata: encodeJson({}),
      created_at: user.now,
      updated_at: user.now,
    })
    .execute();

/** Stores what a provider says of a person, over what stood there of the same name. */
export const addUserMetadata = (db: Db, userId: string, claims: Metadata, now: Date) =>
  db
    .updateTable('users')
    .set({ user_metadata: sql`user_metadata || ${encodeJson(claims)}::jsonb`, updated_at: now })
    .where('id', '=', userId)
    .execute();

/**
 * Deletes all that somebody put on an account before its address was proven: password, other ways in, words of theirs.
 */
export async function forgetUnproven(
  db: Db,
  userId: string,
  keptIdentityId: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: null, user_metadata: encodeJson({}), new_email: null, updated_at: now })
    .where('id', '=', userId)
    .execute();
  await db.deleteFrom('identities').where('user_id', '=', userId).where('id', '!=', keptIdentityId).execute();
  await db.deleteFrom('profiles').where('id', '=', userId).execute();
}

/** Sets the account's address, proven; none where it has none of its own. */
export const setProvenEmail = (db: Db, userId: string, email: string | null, now: Date) =>
  db
    .updateTable('users')
    .set({ email, email_confirmed_at: sql`coalesce(email_confirmed_at, ${now})`, updated_at: now })
    .where('id', '=', userId)
    .execute();

export const forgetPassword = (db: Db, userId: string, now: Date) =>
  db.updateTable('users').set({ password_hash: null, updated_at: now }).where('id', '=', userId).execute();

// Profiles

/** Adds a profile unless there is one; says whether there was none. */
export async function insertProfileIfNone(
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
): Promise<boolean> {
  const inserted = await db
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
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}
