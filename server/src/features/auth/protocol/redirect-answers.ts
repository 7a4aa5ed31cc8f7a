import type { AuthError, AuthErrorCode } from '../requests/errors.ts';
import { withFragment, withQuery } from '../requests/redirects.ts';
import type { presentSession } from '../sessions/sessions.ts';

type Session = Awaited<ReturnType<typeof presentSession>>;

/** The address with a session in its fragment, which no server sees. */
export const addSession = (address: string, session: Session, more: Record<string, string> = {}): string =>
  withFragment(address, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    ...(session.provider_token === undefined ? {} : { provider_token: session.provider_token }),
    ...(session.provider_refresh_token === undefined
      ? {}
      : { provider_refresh_token: session.provider_refresh_token }),
    ...more,
  });

const errorsByStatus: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** What the page that a refused link of a mail leads to is told. */
export const toErrorFacts = ({ status, code, message }: AuthError): Record<string, string> => ({
  ...(errorsByStatus[status] === undefined ? {} : { error: errorsByStatus[status] }),
  error_code: code,
  error_description: message,
});

const denials: ReadonlySet<AuthErrorCode> = new Set(['user_banned', 'provider_email_needs_verification']);

/** What the page that a refused sign-in by a provider leads to is told: there is always an `error`. */
const providerErrorFacts = (error: AuthError): Record<string, string> => ({
  ...toErrorFacts(error),
  error: denials.has(error.code) ? 'access_denied' : (errorsByStatus[error.status] ?? 'server_error'),
});

/** What the provider itself refused, in its words as far as they are harmless. */
export class ProviderRefusal extends Error {
  readonly facts: Record<string, string>;

  constructor(error: string, description: string | undefined) {
    super(error);
    this.facts = {
      error: /^[\w.-]{1,64}$/.test(error) ? error : 'server_error',
      error_description: (description ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 300),
    };
  }
}

/** The address with an error in its query and in its fragment, since no client reads both. */
export function addProviderError(address: string, error: AuthError | ProviderRefusal): string {
  const facts = 'facts' in error ? error.facts : providerErrorFacts(error);
  return withFragment(withQuery(address, facts), facts);
}
