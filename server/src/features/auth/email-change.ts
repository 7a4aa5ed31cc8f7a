import type { Db } from '../../db/open.ts';
import { AuthError } from './errors.ts';
import { type FoundUser, finishEmailChange, halfConfirmEmailChange, isAddressTaken } from './queries.ts';

export const addressTaken = () =>
  new AuthError('email_exists', 'A user with this email address has already been registered');

const uniqueViolation = '23505';

/**
 * One of the two mails of a change of address is confirmed, in either order; true when that was the second and the
 * address is changed. Who had no address has only the new one to confirm.
 */
export async function acceptEmailChange(
  db: Db,
  user: FoundUser,
  half: 'current' | 'new',
  now: Date,
): Promise<boolean> {
  const newEmail = user.new_email;
  if (!newEmail) throw new AuthError('otp_expired', 'Email link is invalid or has expired');
  const isSecond = user.email_change_confirmed !== null && user.email_change_confirmed !== half;
  if (!isSecond && user.email !== null) {
    await halfConfirmEmailChange(db, user.id, half, now);
    return false;
  }
  if (await isAddressTaken(db, newEmail, user.id)) throw addressTaken();
  try {
    await finishEmailChange(db, user.id, newEmail, now);
  } catch (error) {
    // A sign-up was first.
    if ((error as { code?: unknown }).code === uniqueViolation) throw addressTaken();
    throw error;
  }
  return true;
}
