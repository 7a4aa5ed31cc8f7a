import type { JWTPayload } from 'jose';
import { parseEmail } from '../requests/fields.ts';
import { type ProviderPerson, toClaimText, withoutAbsent } from './claims.ts';

function addressOf(value: unknown): string | null {
  try {
    return parseEmail(value);
  } catch {
    return null;
  }
}

/** The person whom a verified ID token names, in the words that the official client's users expect. */
export function googlePerson(token: JWTPayload): ProviderPerson {
  const email = addressOf(token.email);
  // Some issuers write booleans as text.
  const isEmailVerified =
    email !== null && (token.email_verified === true || token.email_verified === 'true');
  const subject = String(token.sub);
  const name = toClaimText(token.name);
  const picture = toClaimText(token.picture);
  return {
    provider: 'google',
    subject,
    email,
    isEmailVerified,
    claims: withoutAbsent({
      iss: token.iss,
      sub: subject,
      provider_id: subject,
      name,
      full_name: name,
      given_name: toClaimText(token.given_name),
      family_name: toClaimText(token.family_name),
      email: email ?? undefined,
      email_verified: isEmailVerified,
      phone_verified: false,
      picture,
      avatar_url: picture,
    }),
  };
}
