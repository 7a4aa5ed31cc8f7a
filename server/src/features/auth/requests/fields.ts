import { isLanguage } from '@parlance/contract/i18n';
import type { Metadata } from '../../../db/json.ts';
import { AuthError, validationError } from './errors.ts';

/** A body as it came: unknown fields are ignored, `null` means absent. */
export type Body = Record<string, unknown>;

export function asBody(body: unknown): Body {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw new AuthError('bad_json', 'Request body must be a JSON object');
  }
  return body as Body;
}

// The form that browsers accept in an e-mail field (WHATWG HTML), which leaves no room for header injection.
const emailForm =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

export function parseEmail(email: unknown): string {
  if (typeof email !== 'string' || email === '') throw validationError('An email address is required');
  if (email.length > 255) throw validationError('An email address is too long');
  const lower = email.toLowerCase();
  if (!emailForm.test(lower)) throw validationError('Unable to validate email address: invalid format');
  return lower;
}

/** The address of a call that takes one or a telephone number; we have no telephone. */
export function emailOf(body: Body): string {
  const { email, phone } = body;
  const none = (value: unknown) => value === undefined || value === null || value === '';
  if (!none(email) && !none(phone))
    throw validationError('Only an email address or phone number should be provided.');
  if (!none(phone)) throw new AuthError('phone_provider_disabled', 'Phone logins are disabled');
  return parseEmail(email);
}

export function parseFlag(value: unknown, name: string, whenAbsent: boolean): boolean {
  if (value === undefined || value === null) return whenAbsent;
  if (typeof value !== 'boolean') throw validationError(`${name} must be true or false`);
  return value;
}

const maxMetadataBytes = 16 * 1024;
const maxMetadataDepth = 5;

const writable = (text: string) => !text.includes('\0') && text.isWellFormed();

function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return writable(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= maxMetadataDepth) return false;
  return Object.entries(value).every(([key, member]) => writable(key) && isStorable(member, depth + 1));
}

/** What a person says of themselves; bounded, since it comes back in every token. */
export function parseMetadata(data: unknown): Metadata {
  if (data === undefined || data === null) return {};
  if (typeof data !== 'object' || Array.isArray(data))
    throw validationError('User metadata must be an object');
  if (!isStorable(data, 0) || Buffer.byteLength(JSON.stringify(data)) > maxMetadataBytes) {
    throw validationError('User metadata is too large or holds characters that cannot be stored');
  }
  return data as Metadata;
}

export const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const maxWebsiteLength = 2048;

/** A website is shown as a link: nothing but an address of the web may stand there. */
export const isWebsite = (address: string): boolean =>
  /^https?:\/\//i.test(address) && address.length <= maxWebsiteLength && URL.canParse(address);

/** What a person says of themselves, with a website that may be shown. */
export function parsePersonalData(data: unknown): Metadata {
  const metadata = parseMetadata(data);
  const { website } = metadata;
  if (typeof website === 'string' && website.trim() !== '' && !isWebsite(website.trim())) {
    throw validationError('website has to be an http or https address');
  }
  return metadata;
}

const text = (value: unknown, max: number) =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, max) : null;

function websiteFrom(value: unknown): string | null {
  const address = text(value, maxWebsiteLength);
  return address !== null && isWebsite(address) ? address : null;
}

/** The profile that the metadata of a sign-up describes. */
export const profileFrom = (metadata: Metadata) => ({
  firstName: text(metadata.first_name, 200),
  lastName: text(metadata.last_name, 200),
  website: websiteFrom(metadata.website),
  receiveUpdates: metadata.receive_updates === true,
  preferredLocale: isLanguage(metadata.preferred_locale) ? metadata.preferred_locale : null,
});

export interface CodeChallenge {
  challenge: string;
  method: 's256' | 'plain';
}

/** Both halves of a PKCE challenge or none; the official client sends `null` for none. */
export function parseCodeChallenge(body: Body): CodeChallenge | undefined {
  const challenge = body.code_challenge || undefined;
  const method = body.code_challenge_method || undefined;
  if (challenge === undefined && method === undefined) return undefined;
  if (challenge === undefined || method === undefined) {
    throw validationError('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (typeof challenge !== 'string' || !/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
    throw validationError('code challenge has to be between 43 and 128 characters of the URL-safe alphabet');
  }
  const lower = typeof method === 'string' ? method.toLowerCase() : undefined;
  if (lower !== 's256' && lower !== 'plain')
    throw validationError('code_challenge_method must be s256 or plain');
  return { challenge, method: lower };
}
