import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { startSmtpServer } from '../../test/servers/smtp.ts';
import { renderMail } from './mail.ts';
import { createMailer, createSmtpCarrier } from './transport.ts';

const mail = {
  to: 'ada@example.org',
  subject: 'Bienvenue à bord',
  text: 'Bonjour é',
  html: '<p>Bonjour é</p>',
  kind: 'security' as const,
};
const from = 'Parlance <bonjour@parlance.example>';
const operator = 'Atelier <Morel>, 1 rue des Lilas, 75020 Paris';

describe('a mail', () => {
  const content = {
    kind: 'security' as const,
    language: 'fr' as const,
    title: 'Confirmez votre adresse',
    paragraphs: ['Bonjour <img src=x onerror=alert(1)>,', 'Une ligne\nune autre'],
    button: { label: 'Confirmer', url: 'https://parlance.example/confirm?a=1&b="2"' },
    code: '123456',
    reason: 'Vous recevez cet email parce qu’un compte a été créé avec cette adresse.',
  };

  test('says the same in its text twin: title, paragraphs, code, link, reason', () => {
    const { text } = renderMail(content, operator);
    for (const part of [content.title, ...content.paragraphs, '123456', content.button.url, content.reason]) {
      expect(text).toContain(part);
    }
  });

  test('names who runs the server, in both bodies', () => {
    const { html, text } = renderMail(content, operator);
    expect(text).toContain(`-- \n${operator}\n${content.reason}`);
    expect(html).toContain('Envoyé par Atelier &lt;Morel&gt;, 1 rue des Lilas, 75020 Paris');
  });

  test('escapes what people wrote', () => {
    const { html } = renderMail(content, operator);
    expect(html).not.toContain('<img');
    expect(html).toContain('Bonjour &lt;img src=x onerror=alert(1)&gt;,');
    expect(html).toContain('href="https://parlance.example/confirm?a=1&amp;b=&quot;2&quot;"');
  });

  test('writes the link out, names its language, loads nothing', () => {
    const { html } = renderMail(content, operator);
    expect(html).toContain('<html lang="fr"');
    expect(html.match(/confirm\?a=1/g)).toHaveLength(3);
    expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import/);
  });

  test('has dark colours and a column of 560 px', () => {
    const { html } = renderMail(content, operator);
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).toContain('max-width:560px');
  });

  test('that can be declined says how in both bodies', () => {
    const unsubscribeUrl = 'https://parlance.example/unsubscribe?token=v1.a.b';
    const { html, text } = renderMail({ ...content, kind: 'activity', unsubscribeUrl }, operator);
    expect(text).toContain(`Ne plus recevoir ces emails\n${unsubscribeUrl}`);
    expect(html).toContain(`href="${unsubscribeUrl}"`);
  });

  test('does without a button and a code', () => {
    const { html, text } = renderMail({ ...content, button: undefined, code: undefined }, operator);
    expect(html).not.toContain('<a ');
    expect(text).not.toContain('123456');
  });
});

describe('SMTP', () => {
  const stops: (() => void | Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });

  async function connected(options: Parameters<typeof startSmtpServer>[0] = {}) {
    const server = await startSmtpServer(options);
    const mailer = createSmtpCarrier({ url: server.url, from });
    stops.push(server.stop, mailer.close);
    return { server, mailer };
  }

  test('a mail arrives with both bodies, its subject and its sender', async () => {
    const { server, mailer } = await connected();
    await mailer.send(mail);
    expect(server.mails).toHaveLength(1);
    const [received] = server.mails;
    expect(received).toMatchObject({ from: 'bonjour@parlance.example', to: ['ada@example.org'] });
    expect(received?.raw).toContain('multipart/alternative');
    expect(received?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(received?.raw).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(received?.raw).toContain('Bonjour =C3=A9');
  });

  test('one that can be declined names its one click in its headers; one of security does not', async () => {
    const { server, mailer } = await connected();
    const unsubscribeUrl = `https://parlance.example/unsubscribe?token=v1.abcdefgh.${'x'.repeat(160)}`;
    await mailer.send({ ...mail, kind: 'important', unsubscribeUrl });
    await mailer.send(mail);
    const [declinable, security] = server.mails.map(({ raw }) => raw.replaceAll(/\r\n[ \t]+/g, ' '));
    expect(declinable).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(declinable?.replaceAll(' ', '')).toContain(`List-Unsubscribe:<${unsubscribeUrl}>`);
    expect(security).not.toContain('List-Unsubscribe');
  });

  test('the credentials of the address are used', async () => {
    const { server, mailer } = await connected({ user: 'parlance', password: 'secret' });
    await mailer.send(mail);
    expect(server.mails).toHaveLength(1);
  });

  test('a server that refuses makes the job fail, and the next try succeeds', async () => {
    const { server, mailer } = await connected();
    server.refuseNext(1);
    await expect(mailer.send(mail)).rejects.toThrow(/450/);
    await mailer.send(mail);
    expect(server.mails).toHaveLength(1);
  });

  test('a server that never greets is given up', async () => {
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    stops.push(() => void silent.close());
    const mailer = createSmtpCarrier({
      url: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      from,
      timeouts: { greetingTimeout: 100 },
    });
    stops.push(mailer.close);
    await expect(mailer.send(mail)).rejects.toThrow(/[Gg]reeting/);
  });

  test.each([
    ['a second header in the subject', { subject: 'Bonjour\r\nBcc: eve@example.org' }],
    ['a lone line feed', { subject: 'Bonjour\nBcc: eve@example.org' }],
    ['a NUL', { subject: 'Bonjour\u0000' }],
    ['two recipients', { to: 'ada@example.org, eve@example.org' }],
    ['a header in the recipient', { to: 'ada@example.org\r\nBcc: eve@example.org' }],
    ['a display name', { to: 'Ada <ada@example.org>' }],
  ])('refused before it is sent: %s', async (_name, change) => {
    const { server, mailer } = await connected();
    await expect(mailer.send({ ...mail, ...change })).rejects.toThrow(/^Mail refused/);
    expect(server.mails).toHaveLength(0);
  });
});

test('without a mail server the mail waits in the mailbox', async () => {
  const database = await freshDatabase();
  const now = new Date('2026-01-02T03:04:05Z');
  const config = { mailFrom: from, operatorName: 'Atelier Morel', operatorAddress: '1 rue des Lilas' };
  const mailer = createMailer(config, database.db, () => now);
  const letter = {
    to: 'ada@example.org',
    kind: 'security',
    language: 'fr',
    title: 'Bienvenue à bord',
    paragraphs: ['Bonjour'],
    reason: 'Vous avez un compte.',
  } as const;
  await mailer.send(letter);
  const { to, title, ...content } = letter;
  const { text, html } = renderMail({ title, ...content }, 'Atelier Morel, 1 rue des Lilas');
  expect(await database.db.selectFrom('mails').selectAll().execute()).toEqual([
    {
      id: expect.any(String),
      recipient: to,
      subject: title,
      text,
      html,
      headers: { 'Auto-Submitted': 'auto-generated' },
      created_at: now,
    },
  ]);
  await expect(mailer.send({ ...letter, title: 'a\nb' })).rejects.toThrow(/^Mail refused/);
  await database.close();
});
