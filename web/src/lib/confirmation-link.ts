/** What a mail's link, or a provider's answer, brought in the address. */
export interface ConfirmationLink {
  /** PKCE: to be exchanged for a session with the verifier that this browser kept. */
  code?: string;
  tokenHash?: string;
  type?: string;
  error?: { code?: string; text: string };
  /** Tokens in the fragment: the address is confirmed, but such a session is not ours to take over. */
  bringsTokens: boolean;
  /** But for a recovery, whose session can do nothing except set the password: its link works in any browser. */
  recoveryTokens?: { access: string; refresh: string };
}

const mailTypes = ['signup', 'recovery', 'invite', 'magiclink', 'email', 'email_change'];
/** They own their parameters (readings 8). */
const handlers = ['/auth/callback', '/email-confirmation', '/reset-password'];

export function readLink(search: string, hash: string): ConfirmationLink {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const either = (name: string) => fragment.get(name) ?? query.get(name) ?? undefined;
  const type = either('type');
  const error = either('error') ?? either('error_code') ?? either('error_description');
  const [access, refresh] = [fragment.get('access_token'), fragment.get('refresh_token')];
  return {
    code: query.get('code') ?? undefined,
    tokenHash: query.get('token_hash') ?? query.get('token') ?? undefined,
    type: type && mailTypes.includes(type) ? type : undefined,
    error: error
      ? { code: either('error_code'), text: either('error_description') ?? either('error') ?? '' }
      : undefined,
    bringsTokens: access !== null,
    recoveryTokens: type === 'recovery' && access && refresh ? { access, refresh } : undefined,
  };
}

/** Where a page opened with such parameters is sent on to, query and fragment kept; nothing for other pages. */
export function forwardAddress(pathname: string, search: string, hash: string): string | undefined {
  if (handlers.includes(pathname)) return undefined;
  const link = readLink(search, hash);
  if (link.error || link.type === 'signup' || link.type === 'recovery') {
    return `/email-confirmation${search}${hash}`;
  }
  if (link.bringsTokens || link.tokenHash || link.type || (link.code && isCode(link.code))) {
    return `/auth/callback${search}${hash}`;
  }
  return undefined;
}

const isCode = (code: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(code);
