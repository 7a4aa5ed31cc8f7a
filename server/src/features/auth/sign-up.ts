import type { Language } from '@parlance/contract/i18n';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/open.ts';
import { transaction } from '../../db/transaction.ts';
import { newId } from '../../kit/ids.ts';
import { enqueue } from '../../kit/jobs.ts';
import { AuthError } from './errors.ts';
import { sendAccountExists, sendConfirmation } from './jobs.ts';
import { countMail } from './limits.ts';
import { checkPasswordForm, hashPassword, inHashSlot, refuseWeakPassword } from './passwords.ts';
import { presentNobody, presentUser } from './presenter.ts';
import {
  type FoundUser,
  identitiesOf,
  insertFlowState,
  insertIdentity,
  insertProfile,
  insertUser,
  type Metadata,
  touchConfirmationSent,
  userByEmail,
  userByEmailForUpdate,
  userById,
} from './queries.ts';
import {
  type Body,
  type CodeChallenge,
  emailOf,
  parseCodeChallenge,
  parseEmail,
  parseMetadata,
  profileFrom,
} from './requests.ts';

export interface Visit {
  /** The client address, for the limits. */
  address: string;
  language: Language;
  /** Checked: one of our own sites. */
  redirectTo: string;
}

const isAbsent = (value: unknown) => value === undefined || value === null || value === '';

/**
 * A new account, whose address the mail then confirms. An address that is waiting for that gets another mail
 * and keeps its first password; a confirmed one answers as if it were new, and its owner is told.
 */
export async function signUp(context: Context, body: Body, visit: Visit) {
  if (isAbsent(body.email) && isAbsent(body.phone)) {
    throw new AuthError('anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  const email = emailOf(body);
  const password = checkPasswordForm(body.password);
  const metadata = parseMetadata(body.data);
  const challenge = parseCodeChallenge(body);
  const profile = profileFrom(metadata);
  refuseWeakPassword(password, { email, names: [profile.firstName, profile.lastName] });
  await countMail(context, { kind: 'signup', email, address: visit.address, isSignUp: true });

  // Hashed whoever the address belongs to, so that time does not tell.
  const passwordHash = await inHashSlot(() => hashPassword(password));
  const language = profile.preferredLocale ?? visit.language;
  return transaction(context.db, async (db) => {
    const now = context.clock();
    const created = await insertAccount(db, { email, passwordHash, metadata, now });
    const user = await userByEmailForUpdate(db, email);
    if (!user) throw new AuthError('conflict', 'The account was removed meanwhile');
    if (user.email_confirmed_at) {
      await enqueue(db, sendAccountExists, { userId: user.id, language }, { now, ownerId: user.id });
      return presentNobody(newId(now), email, metadata, now);
    }
    if (!created) await touchConfirmationSent(db, user.id, now);
    await requestConfirmation(context, db, user, { challenge, language, redirectTo: visit.redirectTo });
    const current = (await userById(db, user.id)) ?? user;
    return presentUser(current, await identitiesOf(db, user.id));
  });
}

/** User, identity and profile at once, unless the address has an account: a parallel sign-up may be first. */
async function insertAccount(
  db: Db,
  account: { email: string; passwordHash: string; metadata: Metadata; now: Date },
): Promise<boolean> {
  const { email, metadata, now } = account;
  const id = newId(now);
  if (!(await insertUser(db, { id, ...account }))) return false;
  await insertIdentity(db, {
    id: newId(now),
    userId: id,
    provider: 'email',
    providerId: id,
    data: { ...metadata, sub: id, email, email_verified: false, phone_verified: false },
    email,
    now,
  });
  await insertProfile(db, { userId: id, ...profileFrom(metadata), now });
  return true;
}

async function requestConfirmation(
  context: Context,
  db: Db,
  user: FoundUser,
  wish: { challenge: CodeChallenge | undefined; language: Language; redirectTo: string },
): Promise<void> {
  const now = context.clock();
  const flowStateId = wish.challenge ? newId(now) : null;
  if (wish.challenge && flowStateId) {
    await insertFlowState(db, {
      id: flowStateId,
      userId: user.id,
      method: 'email/signup',
      challenge: wish.challenge.challenge,
      challengeMethod: wish.challenge.method,
      now,
    });
  }
  const { language, redirectTo } = wish;
  await enqueue(
    db,
    sendConfirmation,
    { userId: user.id, language, redirectTo, flowStateId },
    { now, ownerId: user.id },
  );
}

/** The mail once more; an unknown, confirmed or unchanging address gets the same answer and nothing else. */
export async function resend(context: Context, body: Body, visit: Visit): Promise<void> {
  const { type } = body;
  if (type === 'sms' || type === 'phone_change') {
    throw new AuthError('phone_provider_disabled', 'Phone logins are disabled');
  }
  if (type !== 'signup' && type !== 'email_change') {
    throw new AuthError('validation_failed', 'Missing or invalid verification type');
  }
  const email = parseEmail(body.email);
  const challenge = parseCodeChallenge(body);
  await countMail(context, { kind: type, email, address: visit.address });
  await transaction(context.db, async (db) => {
    const user = type === 'signup' ? await userByEmail(db, email) : undefined;
    if (!user || user.email_confirmed_at) return;
    await touchConfirmationSent(db, user.id, context.clock());
    await requestConfirmation(context, db, user, {
      challenge,
      language: profileFrom(user.user_metadata).preferredLocale ?? visit.language,
      redirectTo: visit.redirectTo,
    });
  });
}
