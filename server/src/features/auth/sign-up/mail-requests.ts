import { type Language, languages } from '@parlance/contract/i18n';
import * as z from 'zod/mini';
import type { Context } from '../../../context.ts';
import type { Metadata } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { defineJob } from '../../../kit/jobs/job.ts';
import { enqueueMail } from '../mails/mails.ts';
import { type FoundUser, touchMailSent } from '../queries/accounts.ts';
import { AuthError, validationError } from '../requests/errors.ts';
import {
  type Body,
  emailOf,
  parseCodeChallenge,
  parseEmail,
  parseFlag,
  parsePersonalData,
} from '../requests/fields.ts';
import { countMail } from '../requests/limits.ts';
import { beginFlow } from '../sessions/flows.ts';
import { hashSignUpOrigin } from './pending-sign-ups.ts';

/** Who asks, from where. */
export interface Visit {
  /** The client address, for the limits. */
  address: string;
  language: Language;
  /** Checked: one of our own sites. */
  redirectTo: string;
}

const payload = z.object({
  wish: z.enum(['recovery', 'otp', 'signup', 'email_change']),
  email: z.string(),
  /** Metadata of the account to be made when the address has none. */
  newAccount: z.nullable(z.record(z.string(), z.unknown())),
  /** The hashed origin of the request, in hexadecimal. */
  askedFrom: z.optional(z.string()),
  challenge: z.nullable(z.object({ challenge: z.string(), method: z.enum(['s256', 'plain']) })),
  language: z.enum(languages),
  redirectTo: z.string(),
});

export type MailRequest = z.infer<typeof payload>;

export const answerMailRequest = defineJob({ name: 'auth.answer-mail-request', isMessage: true, payload });

interface FlowMailOptions {
  challenge: MailRequest['challenge'] | undefined;
  language: Language;
  redirectTo: string;
}

/** The mail that confirms the address of a new account. */
export async function requestConfirmation(
  context: Context,
  db: Db,
  userId: string,
  { challenge, ...occasion }: FlowMailOptions & { signUpId: string | null },
): Promise<void> {
  await touchMailSent(db, userId, 'confirmation_sent_at', context.clock());
  const flowStateId = await beginFlow(context, db, userId, 'email/signup', challenge);
  await enqueueMail(context, db, 'confirmation', userId, { ...occasion, flowStateId });
}

/** The mails that confirm a change of address: to both, or to the one whose confirmation is still missing. */
export async function requestEmailChange(
  context: Context,
  db: Db,
  user: Pick<FoundUser, 'id'>,
  { challenge, ...occasion }: FlowMailOptions,
): Promise<void> {
  await touchMailSent(db, user.id, 'email_change_sent_at', context.clock());
  const flowStateId = await beginFlow(context, db, user.id, 'email_change', challenge);
  for (const mail of ['emailChangeCurrent', 'emailChangeNew'] as const) {
    await enqueueMail(context, db, mail, user.id, { ...occasion, flowStateId });
  }
}

async function enqueueMailRequest(
  context: Context,
  asked: Omit<MailRequest, 'askedFrom'>,
  address: string,
): Promise<void> {
  const request = { ...asked, askedFrom: hashSignUpOrigin(context, address).toString('hex') };
  const { wish, email } = request;
  await countMail(context, { kind: wish, email, address, isSignUp: request.newAccount !== null });
  await enqueue(context.db, answerMailRequest, request, { now: context.clock() });
}

/** `POST /recover` */
export const requestRecovery = (context: Context, body: Body, { address, language, redirectTo }: Visit) =>
  enqueueMailRequest(
    context,
    {
      wish: 'recovery',
      email: parseEmail(body.email),
      newAccount: null,
      challenge: parseCodeChallenge(body) ?? null,
      language,
      redirectTo,
    },
    address,
  );

/** `POST /otp`: a link and a code that sign in, or confirm the address of an account made for it. */
export function sendOneTimeCode(context: Context, body: Body, { address, language, redirectTo }: Visit) {
  const email = emailOf(body);
  if (body.channel) throw validationError('A channel is for phone numbers only');
  const metadata: Metadata = parsePersonalData(body.data);
  return enqueueMailRequest(
    context,
    {
      wish: 'otp',
      email,
      newAccount: parseFlag(body.create_user, 'create_user', true) ? metadata : null,
      challenge: parseCodeChallenge(body) ?? null,
      language,
      redirectTo,
    },
    address,
  );
}

/** `POST /resend`: the mail once more, if one is waited for. */
export function resend(context: Context, body: Body, { address, language, redirectTo }: Visit) {
  const { type } = body;
  if (type === 'sms' || type === 'phone_change') {
    throw new AuthError('phone_provider_disabled', 'Phone logins are disabled');
  }
  if (type !== 'signup' && type !== 'email_change')
    throw validationError('Missing or invalid verification type');
  return enqueueMailRequest(
    context,
    {
      wish: type,
      email: parseEmail(body.email),
      newAccount: null,
      challenge: parseCodeChallenge(body) ?? null,
      language,
      redirectTo,
    },
    address,
  );
}
