import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { encodeJson } from '../../db/json.ts';
import type { Db } from '../../db/open.ts';
import { newId } from '../ids.ts';
import { headersOf, type Mail, type Mailer, renderMail } from './mail.ts';

interface MailConfig {
  smtpUrl?: string | undefined;
  mailFrom: string;
  operatorName: string;
  operatorAddress?: string | undefined;
}

export interface OpenMailer extends Mailer {
  close(): void;
}

/** What takes a written mail on its way. */
interface MailCarrier {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** A mailer through SMTP where the operator named a server, else into the dev mailbox; each mail names the operator. */
export function createMailer(config: MailConfig, db: Db, clock: () => Date): OpenMailer {
  const { smtpUrl, mailFrom, operatorName, operatorAddress } = config;
  const carrier = smtpUrl ? createSmtpCarrier({ url: smtpUrl, from: mailFrom }) : createMailbox(db, clock);
  const operator = operatorAddress === undefined ? operatorName : `${operatorName}, ${operatorAddress}`;
  return {
    send: ({ to, ...content }) =>
      carrier.send({ to, subject: content.title, ...renderMail(content, operator) }),
    close: carrier.close,
  };
}

// A stalled server must not hold a job past its lease; the job retries with back-off.
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

export function createSmtpCarrier(options: {
  url: string;
  from: string;
  timeouts?: Partial<typeof timeouts>;
}): MailCarrier {
  const transport = createTransport({
    url: options.url,
    pool: true,
    maxConnections: 3,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...timeouts,
    ...options.timeouts,
  });
  return {
    async send(mail) {
      refuseInjection(mail);
      await transport.sendMail({
        from: options.from,
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: headersOf(mail),
      });
    },
    close: () => transport.close(),
  };
}

function createMailbox(db: Db, clock: () => Date): MailCarrier {
  return {
    async send(mail) {
      refuseInjection(mail);
      const now = clock();
      await db
        .insertInto('mails')
        .values({
          id: newId(now),
          recipient: mail.to,
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          headers: encodeJson(headersOf(mail)),
          created_at: now,
        })
        .execute();
    },
    close: () => {},
  };
}

const oneAddress = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/;

/** Refuses line breaks in subject and recipient: a name with one in it must not become a header of its own (CWE-93). */
function refuseInjection({ to, subject }: Mail): void {
  if (!oneAddress.test(to)) throw new Error('Mail refused: the recipient is not one plain address.');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(subject)) {
    throw new Error('Mail refused: the subject holds a control character.');
  }
}

/** Deletes mails of the development mailbox that went to one of these addresses, or speak of one: of a whole one. */
export const forgetMails = (db: Db, words: readonly string[]) => {
  const named = words.map((word) => word.toLowerCase());
  return sql`
    delete from mails where lower(recipient) = any(${named}::text[])
        or regexp_split_to_array(lower(subject || ' ' || text), '[\\s(),;<>"«»]+|[.:](\\s|$)') && ${named}::text[]
  `.execute(db);
};
