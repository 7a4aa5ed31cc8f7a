import type { FoundUser } from '../queries/accounts.ts';
import type { FoundFactor } from '../queries/factors.ts';
import type { FoundIdentity } from '../queries/identities.ts';

const instant = (date: Date | null) => date?.toISOString();

const withoutAbsent = <T extends object>(object: T) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

/**
 * The account's provider, named by its oldest identity (who began with a password stays an e-mail user), and all of
 * them.
 */
export function appMetadata(identities: readonly FoundIdentity[]) {
  const providers = [...new Set(identities.map((identity) => identity.provider))];
  return { provider: providers[0] ?? 'email', providers };
}

const presentIdentity = (identity: FoundIdentity) =>
  withoutAbsent({
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: instant(identity.last_sign_in_at),
    created_at: instant(identity.created_at),
    updated_at: instant(identity.updated_at),
    email: identity.email ?? undefined,
  });

const presentFactor = (factor: FoundFactor) =>
  withoutAbsent({
    id: factor.id,
    created_at: instant(factor.created_at),
    updated_at: instant(factor.updated_at),
    status: factor.status,
    friendly_name: factor.friendly_name ?? undefined,
    factor_type: 'totp',
    phone: '',
    last_challenged_at: instant(factor.last_challenged_at) ?? null,
  });

/** The user object of the protocol: no hash, no token; a key without a value is absent. */
export const presentUser = (
  user: FoundUser,
  identities: readonly FoundIdentity[],
  factors: readonly FoundFactor[],
) => ({
  id: user.id,
  ...withoutAbsent({
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    phone: '',
    email_confirmed_at: instant(user.email_confirmed_at),
    confirmed_at: instant(user.email_confirmed_at),
    confirmation_sent_at: instant(user.confirmation_sent_at),
    recovery_sent_at: instant(user.recovery_sent_at),
    email_change_sent_at: instant(user.email_change_sent_at),
    reauthentication_sent_at: instant(user.reauthentication_sent_at),
    last_sign_in_at: instant(user.last_sign_in_at),
    banned_until: instant(user.banned_until),
    new_email: user.new_email ?? undefined,
    app_metadata: appMetadata(identities),
    user_metadata: user.user_metadata,
    factors: factors.length > 0 ? factors.map(presentFactor) : undefined,
    identities: identities.map(presentIdentity),
    created_at: instant(user.created_at),
    updated_at: instant(user.updated_at),
    is_anonymous: false,
  }),
});

/**
 * The user object for a session that has yet to prove the second factor: which factors there are, and nothing of the
 * person.
 */
export const presentUserBeforeSecondStep = (...account: Parameters<typeof presentUser>) => ({
  ...presentUser(...account),
  new_email: undefined,
  user_metadata: {},
  identities: [],
});

/**
 * What the sign-up of a taken address answers: nobody. In form the answer to a new one; the web app tells them
 * apart by the empty `identities`, as the protocol has it.
 */
export const presentDecoyUser = (
  id: string,
  email: string,
  metadata: Record<string, unknown>,
  now: Date,
) => ({
  id,
  aud: 'authenticated',
  role: '',
  email,
  phone: '',
  confirmation_sent_at: now.toISOString(),
  app_metadata: { provider: 'email', providers: ['email'] },
  user_metadata: metadata,
  identities: [],
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
  is_anonymous: false,
});
