import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { prepareCredentialChange } from '../credentials/changes.ts';
import {
  type FoundUser,
  finishEmailChange,
  halfConfirmEmailChange,
  isAddressTaken,
} from '../queries/accounts.ts';
import { AuthError } from '../requests/errors.ts';
import type { Device } from '../sessions/devices.ts';

export const addressTakenError = () =>
  new AuthError('email_exists', 'A user with this email address has already been registered');

const uniqueViolation = '23505';

/**
 * One of the two mails of a change of address is confirmed, in either order; true when that was the second and the
 * address is changed. Who had no address has only the new one to confirm.
 */
export async function acceptEmailChange(
  context: Context,
  db: Db,
  user: FoundUser,
  { half, flowStateId, device }: { half: 'current' | 'new'; flowStateId: string | null; device: Device },
): Promise<boolean> {
  const now = context.clock();
  const newEmail = user.new_email;
  if (!newEmail) throw new AuthError('otp_expired', 'Email link is invalid or has expired');
  const isSecond = user.email_change_confirmed !== null && user.email_change_confirmed !== half;
  if (!isSecond && user.email !== null) {
    await halfConfirmEmailChange(db, user.id, half, now);
    return false;
  }
  if (await isAddressTaken(db, newEmail, user.id)) throw addressTakenError();
  await prepareCredentialChange(context, db, {
    userId: user.id,
    change: 'email_changed',
    device,
    keep: { flowStateId },
  });
  try {
    await finishEmailChange(db, user.id, newEmail, now);
  } catch (error) {
    // A sign-up has taken the address meanwhile.
    if ((error as { code?: unknown }).code === uniqueViolation) throw addressTakenError();
    throw error;
  }
  return true;
}
