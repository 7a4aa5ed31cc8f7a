import type { Metadata } from './queries.ts';
import { profileFrom } from './requests.ts';

const text = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** The two names of a person: those that the provider tells apart, else the full name parted at its first space. */
function namesOf(claims: Metadata): { first_name: string | undefined; last_name: string | undefined } {
  const [given, family] = [text(claims.given_name), text(claims.family_name)];
  if (given || family) return { first_name: given, last_name: family };
  const [first, ...rest] = (text(claims.full_name) ?? text(claims.name) ?? '').split(/\s+/);
  return { first_name: first, last_name: rest.join(' ') };
}

/** The profile that a provider's claims describe; what a person said of themselves goes first. */
export const profileOfClaims = (claims: Metadata) => profileFrom({ ...namesOf(claims), ...claims });
