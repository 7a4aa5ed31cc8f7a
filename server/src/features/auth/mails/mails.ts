import { type Language, languages } from '@parlance/contract/i18n';
import * as z from 'zod/mini';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { defineJob } from '../../../kit/jobs/job.ts';
import { mailTexts } from './messages.ts';

export type MailName = keyof typeof mailTexts;
const mailNames = Object.keys(mailTexts) as [MailName, ...MailName[]];

/** A broken mail server is given about two hours. */
const maxAttempts = 16;

const payload = z.object({
  mail: z.enum(mailNames),
  userId: z.uuid(),
  /** The language for an account that has chosen none. */
  language: z.enum(languages),
  redirectTo: z.nullable(z.string()),
  flowStateId: z.nullable(z.uuid()),
  at: z.iso.datetime(),
  device: z.nullable(z.string()),
  network: z.nullable(z.string()),
  /** Where the mail goes, if not to the account's address. */
  address: z.nullish(z.string()),
  /** The sign-up whose link and code it holds. */
  signUpId: z.nullish(z.uuid()),
  /** The change that its link undoes. */
  changeId: z.nullish(z.uuid()),
});

export const sendMail = defineJob({
  name: 'auth.send-mail',
  isMessage: true,
  payload,
  attempts: maxAttempts,
});

export type MailPayload = z.infer<typeof payload>;

interface MailOptions {
  /** The language for an account that has chosen none. */
  language?: Language;
  /** Checked: one of our own sites. */
  redirectTo?: string;
  flowStateId?: string | null;
  /** The sign-up whose link and code it holds. */
  signUpId?: string | null;
  device?: { name: string | undefined; network: string };
  /** Where the mail goes, if not to the account's address. */
  address?: string;
  /** The change that its link undoes. */
  changeId?: string;
}

/** Asks for a mail in the caller's transaction; it leaves when that has committed. */
export const enqueueMail = (
  context: Context,
  db: Db,
  mail: MailName,
  userId: string,
  occasion: MailOptions = {},
): Promise<void> => {
  const now = context.clock();
  return enqueue(
    db,
    sendMail,
    {
      mail,
      userId,
      language: occasion.language ?? 'fr',
      redirectTo: occasion.redirectTo ?? null,
      flowStateId: occasion.flowStateId ?? null,
      at: now.toISOString(),
      device: occasion.device?.name ?? null,
      network: occasion.device?.network ?? null,
      address: occasion.address ?? null,
      signUpId: occasion.signUpId ?? null,
      changeId: occasion.changeId ?? null,
    },
    { now, ownerId: userId },
  );
};
