import type { Metadata } from '../../../db/json.ts';
import { profileFrom } from '../requests/fields.ts';

/** Who a provider says somebody is. */
export interface ProviderPerson {
  /** As in `identities`: google, or sso: and the provider's id. */
  provider: string;
  /** The provider's own name for the person. */
  subject: string;
  /** Lower case. */
  email: string | null;
  /** The provider vouches for it that the address is theirs. */
  isEmailVerified: boolean;
  /** For the identity and the account's metadata. */
  claims: Metadata;
}

const maxTextLength = 2048;

/** A text of a provider that the database can hold. */
export const toClaimText = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll('\0', '').toWellFormed().trim();
  return text === '' || text.length > maxTextLength ? undefined : text;
};

export const withoutAbsent = (claims: Metadata): Metadata =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));

/** The two names of a person: those that the provider tells apart, else the full name parted at its first space. */
function namesOf(claims: Metadata): { first_name: string | undefined; last_name: string | undefined } {
  const [given, family] = [toClaimText(claims.given_name), toClaimText(claims.family_name)];
  if (given || family) return { first_name: given, last_name: family };
  const [first, ...rest] = (toClaimText(claims.full_name) ?? toClaimText(claims.name) ?? '').split(/\s+/);
  return { first_name: first, last_name: rest.join(' ') };
}

/** The profile that a provider's claims describe; what a person said of themselves goes first. */
export const profileOfClaims = (claims: Metadata) => profileFrom({ ...namesOf(claims), ...claims });
