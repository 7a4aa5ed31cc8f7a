import { type Language, languages } from '@parlance/contract/i18n';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { newId } from '../../../kit/ids.ts';
import { prepareCredentialChange } from '../credentials/changes.ts';
import {
  type FoundUser,
  isAddressTaken,
  userByEmail,
  userByEmailForUpdate,
  userForUpdate,
} from '../queries/accounts.ts';
import { type FoundIdentity, identitiesOf, insertIdentity } from '../queries/identities.ts';
import { deleteTokensOf } from '../queries/one-time-tokens.ts';
import { deleteSessionsOf } from '../queries/sessions.ts';
import { deleteSignUps } from '../queries/sign-ups.ts';
import { AuthError } from '../requests/errors.ts';
import { mayMail } from '../requests/limits.ts';
import type { Device } from '../sessions/devices.ts';
import { isBanned } from '../sessions/sessions.ts';
import { requestConfirmation } from '../sign-up/mail-requests.ts';
import { savePendingSignUp } from '../sign-up/pending-sign-ups.ts';
import { type ProviderPerson, profileOfClaims } from './claims.ts';
import {
  addUserMetadata,
  deleteIdentity,
  forgetPassword,
  forgetUnproven,
  identityOf,
  insertFederatedUser,
  insertProfileIfNone,
  refreshIdentity,
  setProvenEmail,
} from './queries.ts';

interface SignInVisit {
  /** In which the mail that an unproven address gets is written. */
  language: string;
  redirectTo: string;
  device: Device;
}

const languageOf = (language: string): Language => languages.find((one) => one === language) ?? 'fr';

/**
 * The account of whom Google vouches for: that of the identity; else that of the address, if Google has verified it;
 * else a new one. A refusal that is returned leaves something behind that is to be committed; others are thrown.
 */
export async function admitFederatedUser(
  context: Context,
  db: Db,
  person: ProviderPerson,
  occasion: SignInVisit,
): Promise<string | AuthError> {
  const known = await identityOf(db, person.provider, person.subject);
  if (known) {
    if (known.identity_data.iss !== person.claims.iss) {
      throw new AuthError('bad_oauth_callback', 'This identity was made with another provider of that name');
    }
    const user = await lockedUser(db, known.user_id);
    await refreshIdentity(db, { ...identityFacts(context, person), id: known.id, userId: user.id });
    return admit(context, db, { user, identityId: known.id, person }, occasion);
  }
  if (!person.email) {
    throw new AuthError('provider_email_needs_verification', 'The provider has told no email address');
  }
  const owner = person.isEmailVerified ? await userByEmailForUpdate(db, person.email) : undefined;
  const user = owner ?? (await createFederatedUser(context, db, person, person.email));
  if (owner?.email_confirmed_at) await beforeLink(context, db, owner.id, person, occasion.device);
  const identityId = await addIdentity(context, db, user.id, person);
  return admit(context, db, { user, identityId, person }, occasion);
}

const identityFacts = (context: Context, { claims, email }: ProviderPerson) => ({
  data: claims,
  email,
  now: context.clock(),
});

async function addIdentity(context: Context, db: Db, userId: string, person: ProviderPerson) {
  const id = newId(context.clock());
  await insertIdentity(db, {
    ...identityFacts(context, person),
    id,
    userId,
    provider: person.provider,
    providerId: person.subject,
  });
  return id;
}

async function lockedUser(db: Db, userId: string): Promise<FoundUser> {
  const user = await userForUpdate(db, userId);
  if (!user) throw new AuthError('conflict', 'The account was removed meanwhile');
  return user;
}

/** A new account for the provider's person; an address that nobody has proven stays free for whom it belongs to. */
async function createFederatedUser(
  context: Context,
  db: Db,
  person: ProviderPerson,
  email: string,
): Promise<FoundUser> {
  const now = context.clock();
  const id = newId(now);
  const isFree = person.isEmailVerified || !(await isAddressTaken(db, email, id));
  await insertFederatedUser(db, {
    id,
    email: isFree ? email : null,
    isSso: false,
    isConfirmed: person.isEmailVerified,
    now,
  });
  return lockedUser(db, id);
}

/** Lets a person into their account once its address is proven: by themselves before, or by the provider now. */
async function admit(
  context: Context,
  db: Db,
  { user, identityId, person }: { user: FoundUser; identityId: string; person: ProviderPerson },
  occasion: SignInVisit,
): Promise<string | AuthError> {
  const now = context.clock();
  if (isBanned(user, now)) throw new AuthError('user_banned', 'User is banned');
  if (!user.email_confirmed_at && !(person.isEmailVerified && person.email)) {
    return needsConfirmation(context, db, user, { identityId, person }, occasion);
  }
  if (!user.email_confirmed_at && person.email) {
    // Whoever signed up with it before never showed that the address is theirs.
    await forgetUnproven(db, user.id, identityId, now);
    await deleteSignUps(db, user.id);
    await deleteSessionsOf(db, user.id);
    await deleteTokensOf(db, user.id);
    const isFree = await isFreeFor(db, person.email, user.id);
    await setProvenEmail(db, user.id, isFree ? person.email : null, now);
  }
  await addUserMetadata(db, user.id, person.claims, now);
  return user.id;
}

async function isFreeFor(db: Db, email: string, userId: string): Promise<boolean> {
  const owner = await userByEmail(db, email);
  return owner === undefined || owner.id === userId;
}

async function needsConfirmation(
  context: Context,
  db: Db,
  user: FoundUser,
  { identityId, person }: { identityId: string; person: ProviderPerson },
  occasion: SignInVisit,
) {
  if (user.email && (await mayMail(context, db, user.email))) {
    const signUpId = await savePendingSignUp(context, db, user.id, { identityId, metadata: person.claims });
    await requestConfirmation(context, db, user.id, {
      challenge: undefined,
      language: languageOf(occasion.language),
      redirectTo: occasion.redirectTo,
      signUpId,
    });
  }
  return new AuthError(
    'provider_email_needs_verification',
    'Unverified email with google. A confirmation email has been sent to your google email',
  );
}

/** The account of whom an organisation's provider vouches for: never another's, whatever the address. */
export async function admitOrganisationUser(context: Context, db: Db, person: ProviderPerson) {
  const now = context.clock();
  const known = await identityOf(db, person.provider, person.subject);
  const userId = known?.user_id ?? newId(now);
  if (known) {
    const user = await lockedUser(db, userId);
    if (isBanned(user, now)) throw new AuthError('user_banned', 'User is banned');
    await refreshIdentity(db, { ...identityFacts(context, person), id: known.id, userId });
    await setProvenEmail(db, userId, person.email, now);
  } else {
    await insertFederatedUser(db, { id: userId, email: person.email, isSso: true, isConfirmed: true, now });
    await addIdentity(context, db, userId, person);
    await insertProfileIfNone(db, { userId, ...profileOfClaims(person.claims), now });
  }
  await addUserMetadata(db, userId, person.claims, now);
  return userId;
}

const beforeLink = (context: Context, db: Db, userId: string, { provider }: ProviderPerson, device: Device) =>
  prepareCredentialChange(context, db, { userId, change: 'identity_linked', details: { provider }, device });

/** One more way into an account whose owner has asked for it, in a session that still is one. */
export async function linkIdentity(
  context: Context,
  db: Db,
  person: ProviderPerson,
  asking: {
    userId: string;
    device: Device;
    /** Whether what the request rests on still stands, looked at with the account locked. */
    stands(db: Db): Promise<boolean>;
  },
): Promise<string> {
  const { userId, device } = asking;
  const user = await lockedUser(db, userId);
  if (!(await asking.stands(db))) {
    throw new AuthError('bad_oauth_state', 'The session that asked for the link has ended');
  }
  if (isBanned(user, context.clock())) throw new AuthError('user_banned', 'User is banned');
  refuseManaged(user);
  const known = await identityOf(db, person.provider, person.subject);
  if (known) {
    const where = known.user_id === userId ? '' : ' to another user';
    throw new AuthError('identity_already_exists', `Identity is already linked${where}`);
  }
  await beforeLink(context, db, userId, person, device);
  await addIdentity(context, db, userId, person);
  await addUserMetadata(db, userId, person.claims, context.clock());
  return userId;
}

/** Refuses a change of an account of an organisation, whose people come in by its provider only. */
export function refuseManaged(user: Pick<FoundUser, 'is_sso_user'>): void {
  if (user.is_sso_user) {
    throw new AuthError('user_sso_managed', 'The identity provider of your organisation manages this');
  }
}

const isVerified = ({ identity_data: data, email }: FoundIdentity) =>
  email !== null && data.email_verified === true;

/** `DELETE /user/identities/{id}`: removes a way in, never the last. */
export async function unlinkIdentity(
  context: Context,
  userId: string,
  identityId: string,
  device: Device,
): Promise<void> {
  await transaction(context.db, async (db) => {
    const now = context.clock();
    const user = await lockedUser(db, userId);
    const identities = await identitiesOf(db, userId);
    if (identities.length <= 1) {
      throw new AuthError(
        'single_identity_not_deletable',
        'User must have at least 1 identity after unlinking',
      );
    }
    const identity = identities.find(({ id }) => id === identityId);
    if (!identity) throw new AuthError('identity_not_found', "Identity doesn't exist");
    const rest = identities.filter((one) => one !== identity);
    const details = { provider: identity.provider };
    await prepareCredentialChange(context, db, { userId, change: 'identity_unlinked', details, device });
    await deleteIdentity(db, userId, identityId);
    // Without the identity of the password there is no password either.
    if (identity.provider === 'email') await forgetPassword(db, userId, now);
    if (rest.some(({ email }) => email?.toLowerCase() === user.email)) return;
    const email = rest.find(isVerified)?.email?.toLowerCase();
    if (!email || !(await isFreeFor(db, email, userId))) {
      throw new AuthError(
        'email_conflict_identity_not_deletable',
        'Unable to unlink identity due to email conflict',
      );
    }
    await setProvenEmail(db, userId, email, now);
  });
}
