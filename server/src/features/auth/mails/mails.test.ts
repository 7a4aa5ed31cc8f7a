import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authProtocol, bearer, password } from '../../../test/clients/auth-protocol.ts';
import { type Program, startProgram } from '../../../test/program.ts';
import { enqueueMail, type MailName } from './mails.ts';
import { mailTexts } from './messages.ts';

let program: Program;
let auth: Awaited<ReturnType<typeof authProtocol>>;

beforeAll(async () => {
  program = await startProgram();
  auth = await authProtocol(program);
});
afterAll(async () => program.stop());

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const firefoxLater = firefox.replaceAll('145.0', '146.0');
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

describe('every mail', () => {
  const names = Object.keys(mailTexts) as MailName[];

  test.each(names)('%s says the same in both languages, as text and as HTML', async (name) => {
    const { db } = program.context;
    const seen = [];
    for (const language of ['fr', 'en'] as const) {
      const { id, email } = await auth.confirmedPerson(language);
      // What some mails wait for.
      await db
        .updateTable('users')
        .set({
          new_email: `new-${randomUUID()}@example.org`,
          ...(name === 'confirmation' ? { email_confirmed_at: null } : {}),
        })
        .where('id', '=', id)
        .execute();
      const before = (await program.mailbox()).length;
      await enqueueMail(program.context, db, name, id, {
        device: { name: 'Firefox (Linux)', network: '192.0.2.0' },
      });
      await program.settle();
      const mails = await program.mailbox();
      expect(mails).toHaveLength(before + 1);
      const [mail] = mails;
      if (!mail) throw new Error('no mail');
      if (name !== 'emailChangeNew') expect(mail.to).toBe(email);
      expect(mail.html).toContain(`<html lang="${language}"`);
      for (const part of [mail.subject, mail.text, mail.html]) {
        expect(part).not.toMatch(/undefined|null|\[object|function|NaN/);
      }
      const sentences = mail.text.split('\n').filter((line) => line !== '' && !line.startsWith('http'));
      expect(sentences.length).toBeGreaterThan(4);
      if (language === 'fr') expect(mail.text).not.toMatch(/[a-zé] [:!?;]|'/);
      seen.push(mail.subject);
    }
    expect(seen[0]).not.toBe(seen[1]);
  });
});

describe('a sign-in from a device that was never seen', () => {
  const subjectsTo = async (email: string) => {
    await program.settle();
    return (await program.mailbox(email)).map(({ subject }) => subject);
  };
  const notice = 'Sign-in from a new device';

  test('is told, but for the first of all, once per browser and network', async () => {
    const { email } = await auth.confirmedPerson();
    expect(await subjectsTo(email)).not.toContain(notice);
    await auth.signIn(email);
    expect(await subjectsTo(email)).not.toContain(notice);
    await auth.signIn(email, password, { 'user-agent': firefox });
    const mail = await auth.mailTo(email);
    expect(mail.subject).toBe(notice);
    expect(mail.text).toContain('Firefox (Windows), network 127.0.0.0');
    await auth.signIn(email, password, { 'user-agent': firefoxLater });
    await auth.signIn(email, password, { 'user-agent': iphone });
    const subjects = await subjectsTo(email);
    expect(subjects.filter((subject) => subject === notice)).toHaveLength(2);
  });

  test('is not told twice when many come at once', async () => {
    const { email } = await auth.confirmedPerson();
    await Promise.all(
      Array.from({ length: 4 }, () => auth.signIn(email, password, { 'user-agent': iphone })),
    );
    expect((await subjectsTo(email)).filter((subject) => subject === notice)).toHaveLength(1);
  });

  test('is not told of a recovery, whose end is', async () => {
    const { email } = await auth.confirmedPerson();
    await auth.call('/recover', { body: { email } });
    const { code } = await auth.mailTo(email);
    const { answer } = await auth.call('/verify', {
      body: { type: 'recovery', email, token: code },
      headers: { 'user-agent': firefox },
    });
    const changed = await auth.call('/user', {
      method: 'PUT',
      body: { password: 'sept oiseaux verts' },
      headers: bearer(answer.access_token),
    });
    expect(changed.status).toBe(200);
    expect(await subjectsTo(email)).toEqual([
      'Your password was changed',
      'Choose a new password',
      'Confirm your email address',
    ]);
  });
});
