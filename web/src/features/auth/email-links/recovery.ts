import type { AuthError } from '@supabase/auth-js';
import { auth } from '../../../lib/calls/auth-client.ts';
import type { ConfirmationLink } from '../../../lib/session/confirmation-link.ts';
import { markRecovery } from '../../../lib/session/session.ts';
import { exchangeCode, stateOfRefusal } from './confirmation.ts';

/**
 * What became of a recovery link. `borrowed`: open, by a link that anyone may have made; afterwards the person signs in
 * themselves.
 */
export type RecoveryOutcome = 'open' | 'borrowed' | 'expired' | 'elsewhere' | 'error';

export const bringsRecovery = ({ error, code, tokenHash, tokens }: ConfirmationLink) =>
  Boolean(error || code || tokenHash || tokens);

const outcomeOf = (refusal: { code?: string | undefined; text: string; status?: number | undefined }) => {
  const state = stateOfRefusal(refusal);
  return state === 'confirmed' ? 'elsewhere' : state === 'error' ? 'error' : 'expired';
};

const refusedOutcome = (error: AuthError) =>
  outcomeOf({ code: error.code, text: error.message, status: error.status });

/** Uses a recovery link up, once. */
export async function followRecovery(link: ConfirmationLink): Promise<RecoveryOutcome> {
  if (link.error) return outcomeOf(link.error);
  if (link.code) {
    const { error } = await exchangeCode(link.code);
    return error ? refusedOutcome(error) : 'open';
  }
  if (link.tokenHash) {
    const { error } = await auth.verifyOtp({ token_hash: link.tokenHash, type: 'recovery' });
    return error ? refusedOutcome(error) : 'open';
  }
  if (link.type !== 'recovery' || !link.tokens?.refresh) return 'expired';
  const { access, refresh } = link.tokens;
  markRecovery(access);
  const { error } = await auth.setSession({ access_token: access, refresh_token: refresh });
  return error ? refusedOutcome(error) : 'borrowed';
}
