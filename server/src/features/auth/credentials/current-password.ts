import type { Context } from '../../../context.ts';
import { forgetFailures } from '../queries/sign-in-failures.ts';
import { countFailure, hashFailureKey, refuseBlocked } from '../requests/limits.ts';
import { recordSecurityEvent } from '../sessions/security-events.ts';
import { checkPasswordForm, runInHashSlot, verifyPassword } from './passwords.ts';

/** Whether the typed password is the person's: guessing it is limited as at sign-in, by the same counts. */
export async function checkCurrentPassword(
  context: Context,
  person: {
    userId: string;
    passwordHash: string | null;
    /** Which of the person’s passwords is asked for: wrong ones of each are counted apart. */
    of: string;
    address: string;
  },
  typed: unknown,
): Promise<boolean> {
  const { userId, passwordHash, address } = person;
  const password = checkPasswordForm(typed);
  const keys = {
    account: hashFailureKey(context, `${person.of} of ${userId}`),
    address: hashFailureKey(context, `anyone from ${address}`),
  };
  return runInHashSlot(async () => {
    await refuseBlocked(context, keys);
    const fits = await verifyPassword(passwordHash, password);
    if (fits) await forgetFailures(context.db, keys.account);
    else if (await countFailure(context, keys)) {
      await recordSecurityEvent(context, context.db, { userId, event: 'sign_in_locked' });
    }
    return fits;
  });
}
