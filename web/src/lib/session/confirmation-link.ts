/** What a mail's link, or a provider's answer, brought in the address. */
export interface ConfirmationLink {
  /** PKCE: to be exchanged for a session with the verifier that this browser kept. */
  code?: string;
  tokenHash?: string;
  type?: string;
  error?: { code?: string; text: string };
  /**
   * The tokens of the fragment: such a session is not ours to take over, but for a recovery, which can do nothing
   * except set the password: its link works in any browser.
   */
  tokens?: { access: string; refresh: string };
}

const mailTypes = ['signup', 'recovery', 'invite', 'magiclink', 'email', 'email_change'];
const parameters = ['code', 'token', 'token_hash', 'type', 'error', 'error_code', 'error_description'];
/** The paths that handle their parameters themselves (readings 8). */
const handlers = ['/auth/callback', '/email-confirmation', '/reset-password'];

export function readLink(search: string, hash: string): ConfirmationLink {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const either = (name: string) => fragment.get(name) ?? query.get(name) ?? undefined;
  const type = either('type');
  const error = either('error') ?? either('error_code') ?? either('error_description');
  const access = fragment.get('access_token');
  return {
    code: query.get('code') ?? undefined,
    tokenHash: query.get('token_hash') ?? query.get('token') ?? undefined,
    type: type && mailTypes.includes(type) ? type : undefined,
    error: error
      ? { code: either('error_code'), text: either('error_description') ?? either('error') ?? '' }
      : undefined,
    tokens: access === null ? undefined : { access, refresh: fragment.get('refresh_token') ?? '' },
  };
}

function handlerOf(pathname: string, link: ConfirmationLink): string | undefined {
  if (handlers.includes(pathname)) return pathname;
  if (link.error || link.type === 'signup' || link.type === 'recovery') return '/email-confirmation';
  if (link.tokens || link.tokenHash || link.type || (link.code && isCode(link.code))) return '/auth/callback';
  return undefined;
}

/**
 * The page that handles what an address brings, nothing for other addresses. What opens an account leaves the address:
 * it is handed over beside it, so that nobody copies it from there and no history keeps it.
 */
export function takeLink(
  pathname: string,
  search: string,
  hash: string,
): { address: string; link?: ConfirmationLink } | undefined {
  const link = readLink(search, hash);
  const handler = handlerOf(pathname, link);
  if (!handler) return undefined;
  if (!link.code && !link.tokenHash && !link.tokens) return { address: `${handler}${search}${hash}` };
  const query = new URLSearchParams(search);
  for (const name of parameters) query.delete(name);
  return { address: `${handler}${query.size > 0 ? `?${query}` : ''}`, link };
}

/** The link as a state of the browser's own history, where the router finds it. */
export const stateWith = (link: ConfirmationLink) => ({ usr: { link } });

const isCode = (code: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(code);
