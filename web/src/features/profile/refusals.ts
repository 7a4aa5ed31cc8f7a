import type { LocalizedTexts } from '@parlance/contract/i18n';
import { AuthError } from '@supabase/auth-js';
import { ProblemError } from '../../lib/calls/api.ts';
import { takeRetryAfter } from '../../lib/calls/auth-client.ts';
import { sentenceOf as sentenceOfCall } from '../../lib/calls/refusal.ts';
import { language } from '../../lib/language/language.ts';
import { textsIn } from '../../lib/language/texts.ts';
import { refusalOf, sentenceOf } from '../auth/errors.ts';
import { texts as authTexts } from '../auth/texts.ts';
import { texts } from './texts.ts';

/** Seconds to wait where the refusal names none (specification §8). */
const defaultWaitSeconds = 300;

const ownSentences: Record<string, keyof LocalizedTexts<typeof texts>> = {
  mfa_verification_failed: 'codeWrong',
  mfa_challenge_expired: 'codeExpired',
  mfa_factor_name_conflict: 'enrolNameTaken',
  too_many_enrolled_mfa_factors: 'enrolTooMany',
  insufficient_aal: 'level',
  same_password: 'passwordSame',
  single_identity_not_deletable: 'lastIdentity',
  user_sso_managed: 'managedElsewhere',
};

/** What a person reads about a refusal of the authentication service. */
export function authSentenceOf(error: AuthError): string {
  const key = ownSentences[error.code ?? ''];
  if (key) return textsIn(texts, language.get())[key] as string;
  const minutes = Math.max(1, Math.ceil((takeRetryAfter() ?? defaultWaitSeconds) / 60));
  return sentenceOf(refusalOf(error), textsIn(authTexts, language.get()), minutes);
}

/** Whether either service refused with this code. */
export const isRefused = (error: unknown, code: string) =>
  (error instanceof AuthError || error instanceof ProblemError) && error.code === code;

/** The sentence about an error, whichever service refused. */
export const anySentenceOf = (error: unknown) =>
  error instanceof AuthError ? authSentenceOf(error) : sentenceOfCall(error);
