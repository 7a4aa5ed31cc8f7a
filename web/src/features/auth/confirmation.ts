import type { AuthError, EmailOtpType, User } from '@supabase/auth-js';
import { auth } from '../../lib/auth-client.ts';
import type { ConfirmationLink } from '../../lib/confirmation-link.ts';

/** `confirmed`: the address is, but this browser holds no session (the link was asked for elsewhere). */
export type Outcome =
  | { state: 'success'; user: User }
  | { state: 'confirmed' | 'pending' | 'expired' | 'invalid' | 'error' };

const expiredCodes = ['otp_expired', 'flow_state_expired', 'session_expired'];
const elsewhereCodes = ['pkce_code_verifier_not_found', 'bad_code_verifier'];
const passingErrors = ['server_error', 'temporarily_unavailable', 'unexpected_failure', 'request_timeout'];

/** Codes decide, texts only where there is no code (readings 9). */
export function stateOfRefusal(refusal: {
  code?: string | undefined;
  text: string;
  status?: number | undefined;
}): 'expired' | 'invalid' | 'error' | 'confirmed' {
  const { code, status } = refusal;
  const text = refusal.text.toLowerCase();
  if (code) {
    if (elsewhereCodes.includes(code)) return 'confirmed';
    if (expiredCodes.includes(code)) return 'expired';
    if (passingErrors.includes(code)) return 'error';
    return status !== undefined && (status === 0 || status >= 500 || status === 429) ? 'error' : 'invalid';
  }
  if (text.includes('expired')) return 'expired';
  if (text.includes('invalid') || text.includes('access_denied')) return 'invalid';
  return 'error';
}

const refused = (error: AuthError): Outcome => ({
  state: stateOfRefusal({ code: error.code, text: error.message, status: error.status }),
});

/** Uses the link up, once, and says what became of it. */
export async function followLink(link: ConfirmationLink): Promise<Outcome> {
  if (link.error) return { state: stateOfRefusal(link.error) };
  if (link.code) {
    const { data, error } = await auth.exchangeCodeForSession(link.code);
    if (data.user) return { state: 'success', user: data.user };
    // A link opened twice in one browser: the first time signed in.
    const current = (await auth.getSession()).data.session;
    if (current) return { state: 'success', user: current.user };
    return error ? refused(error) : { state: 'pending' };
  }
  if (link.tokenHash && link.type) {
    const { data, error } = await auth.verifyOtp({
      token_hash: link.tokenHash,
      type: link.type as EmailOtpType,
    });
    if (data.user) return { state: 'success', user: data.user };
    return error ? refused(error) : { state: 'confirmed' };
  }
  const { data, error } = await auth.getSession();
  if (data.session) return { state: 'success', user: data.session.user };
  // Specification §4, to the letter.
  if (error && /expired|invalid/i.test(error.message)) return { state: 'expired' };
  if (link.bringsTokens) return { state: 'confirmed' };
  return { state: link.tokenHash ? 'invalid' : 'pending' };
}
