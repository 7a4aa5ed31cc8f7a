import type { Context } from '../../../context.ts';
import { transaction } from '../../../db/transaction.ts';
import { newId } from '../../../kit/ids.ts';
import { checkPasswordForm, hashPassword, refuseWeakPassword } from '../credentials/passwords.ts';
import { enqueueMail } from '../mails/mails.ts';
import { userByEmailForUpdate, userById } from '../queries/accounts.ts';
import { identitiesOf } from '../queries/identities.ts';
import { AuthError } from '../requests/errors.ts';
import {
  type Body,
  emailOf,
  parseCodeChallenge,
  parsePersonalData,
  profileFrom,
} from '../requests/fields.ts';
import { countMail } from '../requests/limits.ts';
import { presentDecoyUser, presentUser } from '../sessions/user-presenter.ts';
import { requestConfirmation, type Visit } from './mail-requests.ts';
import { insertAccount } from './new-account.ts';
import { hashSignUpOrigin, savePendingSignUp } from './pending-sign-ups.ts';

const isAbsent = (value: unknown) => value === undefined || value === null || value === '';

/**
 * Makes an account, whose address the mail then confirms. An address that is waiting for that gets another mail, which
 * confirms with what is given here; the first sign-up and its mail stay as they are. A confirmed one answers as if it
 * were new, and its owner is told. To be called inside a hash slot.
 */
export async function signUp(context: Context, body: Body, visit: Visit) {
  if (isAbsent(body.email) && isAbsent(body.phone)) {
    throw new AuthError('anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  const email = emailOf(body);
  const password = checkPasswordForm(body.password);
  const metadata = parsePersonalData(body.data);
  const challenge = parseCodeChallenge(body);
  const profile = profileFrom(metadata);
  refuseWeakPassword(password, { email, names: [profile.firstName, profile.lastName] });
  await countMail(context, { kind: 'signup', email, address: visit.address, isSignUp: true });

  // Hashed whoever the address belongs to, so that time does not tell.
  const passwordHash = await hashPassword(password);
  return transaction(context.db, async (db) => {
    const now = context.clock();
    const { language, redirectTo } = visit;
    await insertAccount(db, { email, passwordHash, metadata, now });
    const user = await userByEmailForUpdate(db, email);
    if (!user) throw new AuthError('conflict', 'The account was removed meanwhile');
    if (user.email_confirmed_at) {
      await enqueueMail(context, db, 'accountExists', user.id, { language });
      return presentDecoyUser(newId(now), email, metadata, now);
    }
    const given = { passwordHash, metadata, askedFrom: hashSignUpOrigin(context, visit.address) };
    const signUpId = await savePendingSignUp(context, db, user.id, given);
    await requestConfirmation(context, db, user.id, { challenge, language, redirectTo, signUpId });
    const current = (await userById(db, user.id)) ?? user;
    return presentUser(current, await identitiesOf(db, user.id), []);
  });
}
