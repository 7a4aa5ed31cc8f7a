import { AuthError, type EmailOtpType, type User } from '@supabase/auth-js';
import { auth, authFetch } from '../../../lib/calls/auth-client.ts';
import type { ConfirmationLink } from '../../../lib/session/confirmation-link.ts';
import { sessionKeeper } from '../../../lib/storage/storage.ts';
import { isMissingUserError } from '../errors.ts';

/**
 * What became of a link. `confirmed`: the address is, but this browser holds no session (the link was asked for
 * elsewhere). `nobody`: the server took the link and named no user.
 */
export type Outcome =
  | { state: 'success'; user: User }
  | { state: 'confirmed' | 'pending' | 'expired' | 'invalid' | 'error' | 'nobody' };

const expiredCodes = ['otp_expired', 'flow_state_expired', 'session_expired'];
const otherBrowserCodes = ['pkce_code_verifier_not_found', 'bad_code_verifier'];
const temporaryErrors = ['server_error', 'temporarily_unavailable', 'unexpected_failure', 'request_timeout'];

/** The state of the page after a refusal: codes decide, texts only where there is no code (readings 9). */
export function stateOfRefusal(refusal: {
  code?: string | undefined;
  text: string;
  status?: number | undefined;
}): 'expired' | 'invalid' | 'error' | 'confirmed' {
  const { code, status } = refusal;
  const text = refusal.text.toLowerCase();
  if (code) {
    if (otherBrowserCodes.includes(code)) return 'confirmed';
    if (expiredCodes.includes(code)) return 'expired';
    if (temporaryErrors.includes(code)) return 'error';
    return status !== undefined && (status === 0 || status >= 500 || status === 429) ? 'error' : 'invalid';
  }
  if (text.includes('expired')) return 'expired';
  if (text.includes('invalid') || text.includes('access_denied')) return 'invalid';
  return 'error';
}

const refusedOutcome = (error: AuthError): Outcome => ({
  state: isMissingUserError(error)
    ? 'nobody'
    : stateOfRefusal({ code: error.code, text: error.message, status: error.status }),
});

/** The key of the code that this tab has exchanged: it may come again, by a reload. */
const usedCodeKey = 'used_code';

const isTokenHash = (token: string) => /^(pkce_)?[\w-]{40,}$/.test(token);

/**
 * Exchanges a code for its session. Without the verifier that this browser would have kept had the link been asked for
 * here, the server tells at least whether the code is one of its own.
 */
export async function exchangeCode(code: string) {
  const answer = await auth.exchangeCodeForSession(code);
  if (answer.error?.code !== 'pkce_code_verifier_not_found') return answer;
  const body = JSON.stringify({ auth_code: code, code_verifier: 'of another browser' });
  const headers = { 'Content-Type': 'application/json', 'X-Supabase-Api-Version': '2024-01-01' };
  const init = { method: 'POST', headers, body };
  const response = await authFetch('/auth/v1/token?grant_type=pkce', init).catch(() => undefined);
  const told = (await response?.json().catch(() => undefined)) as
    | { code?: string; message?: string }
    | undefined;
  const error = new AuthError(told?.message ?? '', response?.status ?? 0, told?.code ?? 'request_timeout');
  return { data: { user: null, session: null }, error };
}

/** Ends the session that a link's fragment brought: nobody here goes on with it, and its tokens were in an address. */
async function endLinkSession(accessToken: string): Promise<Outcome> {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const init = { method: 'POST', headers };
  const { ok, status } = await authFetch('/auth/v1/logout?scope=local', init);
  return { state: ok ? 'confirmed' : status < 500 && status !== 429 ? 'invalid' : 'error' };
}

/** Uses the link up, once, and says what became of it. */
export async function followLink(link: ConfirmationLink): Promise<Outcome> {
  if (link.error) return { state: stateOfRefusal(link.error) };
  if (link.code) {
    const { data, error } = await exchangeCode(link.code);
    if (data.user) {
      sessionKeeper.write(usedCodeKey, link.code);
      return { state: 'success', user: data.user };
    }
    // Loaded again: the first time signed in.
    const isUsed = sessionKeeper.read(usedCodeKey) === link.code;
    const current = isUsed ? (await auth.getSession()).data.session : null;
    if (current) return { state: 'success', user: current.user };
    return error ? refusedOutcome(error) : { state: 'pending' };
  }
  if (link.tokenHash && !(link.type && isTokenHash(link.tokenHash))) return { state: 'invalid' };
  if (link.tokenHash) {
    const { data, error } = await auth.verifyOtp({
      token_hash: link.tokenHash,
      type: link.type as EmailOtpType,
    });
    if (data.user) return { state: 'success', user: data.user };
    return error ? refusedOutcome(error) : { state: 'confirmed' };
  }
  if (link.tokens) return endLinkSession(link.tokens.access);
  const { data, error } = await auth.getSession();
  if (data.session) return { state: 'success', user: data.session.user };
  // Specification §4, to the letter.
  if (error && /expired|invalid/i.test(error.message)) return { state: 'expired' };
  return { state: 'pending' };
}
