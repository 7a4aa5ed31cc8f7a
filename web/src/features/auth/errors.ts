import type { LocalizedTexts } from '@parlance/contract/i18n';
import { limits } from '@parlance/contract/limits';
import type { AuthError } from '@supabase/auth-js';
import { looksLikeEmail } from './sanitise.ts';
import type { texts } from './texts.ts';

/** The refusals of specification §8, plus what the sign-in form must tell apart. */
export type AuthRefusal =
  | { code: 'rate_limit_exceeded'; scope: 'email' | 'global' }
  | { code: 'email_already_exists' | 'invalid_credentials' | 'network_error' | 'unknown_error' }
  | { code: 'nobody' | 'email_format' }
  | { code: 'weak_password'; short: boolean }
  | { code: 'email_not_confirmed' | 'captcha_failed' };

/** The sentence about what can be seen to be wrong with a cleaned address. */
export function mistakeIn(address: string, t: LocalizedTexts<typeof texts>): string | undefined {
  if (address.length > limits.emailMax) return t.emailTooLong(limits.emailMax);
  return looksLikeEmail(address) ? undefined : t.emailFormat;
}

/** Whether the server took what was sent and returned no user: the client has no code for that. */
export const isMissingUserError = ({ name }: { name?: string }) => name === 'AuthInvalidTokenResponseError';

/** The refusal behind an error: codes decide; texts only where there is no code. */
export function refusalOf(
  error: Pick<AuthError, 'message' | 'status' | 'code'> & { name?: string },
): AuthRefusal {
  if (isMissingUserError(error)) return { code: 'nobody' };
  const text = error.message.toLowerCase();
  const aboutEmail =
    error.code === 'over_email_send_rate_limit' ||
    text.includes('over_email_send_rate_limit') ||
    text.includes('email rate limit exceeded');
  if (aboutEmail || error.status === 429) {
    return { code: 'rate_limit_exceeded', scope: aboutEmail ? 'email' : 'global' };
  }
  if (error.code === 'email_not_confirmed') return { code: 'email_not_confirmed' };
  if (error.code === 'captcha_failed') return { code: 'captcha_failed' };
  if (
    error.code === 'email_exists' ||
    error.code === 'user_already_exists' ||
    text.includes('already registered')
  ) {
    return { code: 'email_already_exists' };
  }
  if (error.code === 'validation_failed' && text.includes('email address')) return { code: 'email_format' };
  if (error.code === 'weak_password') {
    const reasons = (error as { reasons?: string[] }).reasons ?? ['length'];
    return { code: 'weak_password', short: reasons.includes('length') };
  }
  if (error.code === 'invalid_credentials' || text.includes('invalid login credentials')) {
    return { code: 'invalid_credentials' };
  }
  if (error.status === 0 || text.includes('fetch') || text.includes('network')) {
    return { code: 'network_error' };
  }
  return { code: 'unknown_error' };
}

export function sentenceOf(refusal: AuthRefusal, t: LocalizedTexts<typeof texts>, minutes: number): string {
  switch (refusal.code) {
    case 'rate_limit_exceeded':
      return `${refusal.scope === 'email' ? t.rateLimitedEmail : t.rateLimitedGlobal}. ${t.retryIn(minutes)}`;
    case 'email_already_exists':
      return t.emailTaken;
    case 'weak_password':
      return refusal.short ? t.passwordShort : t.passwordCommon;
    case 'invalid_credentials':
      return t.badCredentials;
    case 'email_format':
      return t.emailFormat;
    case 'nobody':
      return t.signInNoUser;
    case 'network_error':
      return t.network;
    case 'captcha_failed':
      return t.captchaFailed;
    case 'email_not_confirmed':
      return `${t.unconfirmedTitle} ${t.unconfirmed}`;
    default:
      return t.unknown;
  }
}
