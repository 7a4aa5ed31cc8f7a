import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { work } from '../../../kit/jobs/job.ts';
import { enqueueMail } from '../mails/mails.ts';
import { type FoundUser, touchMailSent, userByEmailForUpdate } from '../queries/accounts.ts';
import { onlySignUpFrom } from '../queries/sign-ups.ts';
import { mayMail } from '../requests/limits.ts';
import { beginFlow } from '../sessions/flows.ts';
import {
  answerMailRequest,
  type MailRequest,
  requestConfirmation,
  requestEmailChange,
} from './mail-requests.ts';
import { insertAccount } from './new-account.ts';
import { savePendingSignUp } from './pending-sign-ups.ts';

/**
 * Sends the mail that a stranger asked for, or none. Whether it has an account is looked up here and not in the
 * request, so that neither the answer nor its time can tell.
 */
export const answerMailRequestWork = work(answerMailRequest, (context, request) =>
  transaction(context.db, async (db) => {
    const user = await accountFor(context, db, request);
    if (user) await answers[request.wish](context, db, user, request);
  }),
);

async function accountFor(context: Context, db: Db, { email, newAccount }: MailRequest) {
  const user = await userByEmailForUpdate(db, email);
  if (user || !newAccount) return user;
  await insertAccount(db, { email, passwordHash: null, metadata: newAccount, now: context.clock() });
  return userByEmailForUpdate(db, email);
}

type Answer = (context: Context, db: Db, user: FoundUser, request: MailRequest) => Promise<void>;

const answers: Record<MailRequest['wish'], Answer> = {
  async recovery(context, db, user, { challenge, ...occasion }) {
    await touchMailSent(db, user.id, 'recovery_sent_at', context.clock());
    const flowStateId = await beginFlow(context, db, user.id, 'recovery', challenge);
    await enqueueMail(context, db, 'recovery', user.id, { ...occasion, flowStateId });
  },
  async otp(context, db, user, request) {
    const { challenge, newAccount, ...occasion } = request;
    if (!user.email_confirmed_at) {
      const given = { metadata: newAccount ?? {}, askedFrom: originOf(request) };
      const signUpId = await savePendingSignUp(context, db, user.id, given);
      return requestConfirmation(context, db, user.id, { ...occasion, challenge, signUpId });
    }
    await touchMailSent(db, user.id, 'recovery_sent_at', context.clock());
    const flowStateId = await beginFlow(context, db, user.id, 'magiclink', challenge);
    await enqueueMail(context, db, 'magicLink', user.id, { ...occasion, flowStateId });
  },
  async signup(context, db, user, request) {
    if (user.email_confirmed_at) return;
    const { challenge, ...occasion } = request;
    const from = originOf(request);
    // A mail that somebody else asks for proves the address, and nothing of what was given with it.
    const signUp = from && (await onlySignUpFrom(db, user.id, from));
    await requestConfirmation(context, db, user.id, {
      ...occasion,
      challenge,
      signUpId: signUp?.id ?? null,
    });
  },
  async email_change(context, db, user, request) {
    if (!user.new_email || !(await mayMail(context, db, user.new_email))) return;
    await requestEmailChange(context, db, user, request);
  },
};

const originOf = ({ askedFrom: originOf }: MailRequest) =>
  originOf === undefined ? undefined : Buffer.from(originOf, 'hex');
