import { expect, test } from 'vitest';
import { startS3Server } from '../server/src/test/servers/s3.ts';
import { startSmtpServer } from '../server/src/test/servers/smtp.ts';
import { type BuiltProgram, databaseForTest, linkIn, newPerson, startBuilt, until } from './built-program.ts';
import { hotel } from './hotel.ts';

const needsServer = !process.env.TEST_DATABASE_URL;

/** What a mail says, its transfer encoding undone. */
const textOf = (raw: string) =>
  raw
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'));

test.skipIf(needsServer)(
  'a web process and a worker share PostgreSQL, S3 and SMTP: the mail arrives, the file is read, the answer cites it',
  async () => {
    const [database, s3, smtp] = await Promise.all([databaseForTest(), startS3Server(), startSmtpServer()]);
    const shared = {
      DATABASE_URL: database.url,
      STORAGE_URL: s3.url,
      STORAGE_ACCESS_KEY_ID: s3.accessKeyId,
      STORAGE_SECRET_ACCESS_KEY: s3.secretAccessKey,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Parlance <parlance@example.org>',
      SECRET_KEY: 'a key that both of the processes hold',
    };
    const processes: BuiltProgram[] = [];
    try {
      const web = await startBuilt({ ...shared, ROLE: 'web' });
      processes.push(web);
      processes.push(await startBuilt({ ...shared, PUBLIC_URL: web.url, ROLE: 'worker' }));
      const { call } = await newPerson(web.url, 'fr', async (email) => {
        const mail = await until('the mail', async () => smtp.mails.find(({ to }) => to.includes(email)));
        expect(mail.from).toBe('parlance@example.org');
        return linkIn(textOf(mail.raw));
      });
      expect((await fetch(`${web.url}/dev/mailbox.json`)).status).toBe(404);

      const wish = { name: hotel.fr.name, platform: 'website' };
      const chatbot = await call<{ id: string; publicId: string }>('/chatbots', { json: wish });
      const form = new FormData();
      form.append('files', new Blob([hotel.fr.parking]), 'parking.txt');
      await call(`/chatbots/${chatbot.id}/files`, { method: 'POST', body: form });
      const source = await until('the file to be read', async () => {
        const { items } = await call<{ items: { id: string; status: string }[] }>(
          `/chatbots/${chatbot.id}/sources`,
        );
        return items.find(({ status }) => status === 'ready');
      });

      const asked = await fetch(`${web.url}/embed/v1/${chatbot.publicId}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: 'Combien coûte le parking souterrain ?' }),
      });
      const events = await asked.text();
      expect(events).toMatch(/event: delta\ndata: .*9 €/s);
      expect(events).toMatch(/event: citations\ndata: .*parking\.txt/s);
      expect(await call(`/sources/${source.id}`)).toMatchObject({ status: 'ready', passages: 1 });
    } finally {
      await Promise.all(processes.map(({ stop }) => stop()));
      await Promise.all([database.drop(), s3.stop(), smtp.stop()]);
    }
  },
);
