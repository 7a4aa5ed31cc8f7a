import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { lockUsers } from './accounts.ts';

export type TokenKind =
  | 'signup'
  | 'recovery'
  | 'magiclink'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication';

export interface FoundToken {
  user_id: string;
  kind: TokenKind;
  email: string;
  flow_state_id: string | null;
  /** The sign-up whose mail it is. */
  sign_up_id: string | null;
}

/**
 * Stores the new mail's link and code; those of an older one of the kind, and of the same sign-up, are void from here
 * on.
 */
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

export const lockByLink = (db: Db, linkHash: Buffer, kinds: readonly TokenKind[]) =>
  lockUsers(db, tokensOf(db, kinds).where('link_hash', '=', linkHash));

export const lockByEmail = (db: Db, email: string, kinds: readonly TokenKind[]) =>
  lockUsers(db, tokensOf(db, kinds).where('email', '=', email));

/** Uses up a link's token. Compare and set in one statement: of two clicks at once one finds it. */
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

/** Deletes every outstanding code and link of a person, those of flows that have begun too. */
export async function deleteTokensOf(db: Db, userId: string): Promise<void> {
  await deleteTokensOfMails(db, userId);
  await db.deleteFrom('flow_states').where('user_id', '=', userId).execute();
}

export const deleteExpiredTokens = (db: Db, now: Date) =>
  db.deleteFrom('one_time_tokens').where('expires_at', '<=', now).execute();
