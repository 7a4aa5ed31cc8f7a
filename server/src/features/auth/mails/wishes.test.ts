import { getPrivacyPreferences, setPrivacyPreferences } from '@parlance/contract/endpoints/account/consents';
import { getHelp, setHelp } from '@parlance/contract/endpoints/account/help';
import { getNotifications, setNotifications } from '@parlance/contract/endpoints/account/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../kit/ids.ts';
import { deriveSecrets } from '../../../kit/secrets/secrets.ts';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { optionalMail, readUnsubscribe, wantsMail } from './wishes.ts';

let program: Program;
let person: User;

beforeAll(async () => {
  program = await startProgram();
  person = await program.newUser({ language: 'en' });
});
afterAll(() => program.stop());

const wants = (kind: Parameters<typeof wantsMail>[2]) => wantsMail(program.context.db, person.id, kind);
const linkOf = async () => {
  const purpose = await optionalMail(program.context, person.id, 'important');
  if (!purpose || !('unsubscribeUrl' in purpose)) throw new Error('not wanted');
  return purpose.unsubscribeUrl;
};

const consent = {
  performanceCookies: false,
  cookieUsage: false,
  analyticsTracking: false,
  dataCollection: false,
  dataSharingThirdParties: false,
  marketingCommunications: true,
};

test('important mails are on at first, summaries and news off; what is left out of a save stays', async () => {
  const first = { emailNotifications: true, marketingEmails: false, activitySummaries: false };
  expect((await person.call(getNotifications)).body).toEqual(first);
  const { body } = await person.call(setNotifications, { body: { activitySummaries: true } });
  expect(body).toEqual({ ...first, activitySummaries: true });
  expect(await wants('activity')).toBe(true);
  const wrong = await person.call(setNotifications, { body: { emailNotifications: 'no' } as never });
  expect(wrong.status).toBe(400);
});

test('who asked for news at sign-up has both switches on, and one of them off ends the news', async () => {
  const { db } = program.context;
  await db.updateTable('profiles').set({ receive_updates: true }).where('id', '=', person.id).execute();
  expect((await person.call(getNotifications)).body.marketingEmails).toBe(true);
  expect((await person.call(getPrivacyPreferences)).body).toMatchObject({
    marketingCommunications: true,
    consentVersion: null,
    updatedAt: null,
  });
  expect(await wants('marketing')).toBe(true);
  const { currentVersion } = (await person.call(getPrivacyPreferences)).body;
  await person.call(setPrivacyPreferences, {
    body: { ...consent, marketingCommunications: false, consentVersion: currentVersion },
  });
  expect(await wants('marketing')).toBe(false);
  await person.call(setPrivacyPreferences, { body: { ...consent, consentVersion: currentVersion } });
  expect(await wants('marketing')).toBe(true);
  await person.call(setNotifications, { body: { marketingEmails: false } });
  expect(await wants('marketing')).toBe(false);
});

test('of choices, too, what is left out stays; what was answered may be sent back, and what is necessary is no choice', async () => {
  const chooser = await program.newUser();
  const first = await chooser.call(setPrivacyPreferences, { body: { analyticsTracking: true } });
  expect(first.body).toMatchObject({ analyticsTracking: true, dataCollection: false });
  expect(first.body.consentVersion).toBe(first.body.currentVersion);
  const second = await chooser.call(setPrivacyPreferences, { body: { ...first.body, dataCollection: true } });
  expect(second.body).toMatchObject({ analyticsTracking: true, dataCollection: true });
  const refused = await chooser.call(setPrivacyPreferences, {
    body: { functionalCookies: false } as never,
  });
  expect(refused.status).toBe(400);
  const { db } = program.context;
  const kept = await db.selectFrom('consents').select('id').where('owner_id', '=', chooser.id).execute();
  expect(kept).toHaveLength(2);
});

test('each save of a consent is a row with version, text and language that nobody can change', async () => {
  const { db } = program.context;
  const rows = () => db.selectFrom('consents').selectAll().where('owner_id', '=', person.id).execute();
  const before = (await rows()).length;
  const outdated = await person.call(setPrivacyPreferences, { body: { ...consent, consentVersion: '0.9' } });
  expect([outdated.status, (outdated.body as unknown as { code: string }).code]).toEqual([
    409,
    'consent_version_outdated',
  ]);
  expect(await rows()).toHaveLength(before);
  const { currentVersion } = (await person.call(getPrivacyPreferences)).body;
  for (const language of ['fr', 'en'])
    await person.call(setPrivacyPreferences, {
      body: { ...consent, analyticsTracking: language === 'fr', consentVersion: currentVersion },
      headers: { 'accept-language': language },
    });
  const [french, english] = (await rows()).slice(-2);
  expect(french).toMatchObject({ language: 'fr', analytics_tracking: true, address: '127.0.0.0' });
  expect(english).toMatchObject({ language: 'en', analytics_tracking: false });
  expect(french?.policy_hash).toHaveLength(32);
  expect(french?.policy_hash).not.toEqual(english?.policy_hash);
  expect((await person.call(getPrivacyPreferences)).body).toMatchObject({
    analyticsTracking: false,
    consentVersion: currentVersion,
  });
  // Agreed to under an earlier policy: it stands beside the newer ones, and says so while it is the last.
  const { id: _, ...agreed } = french as NonNullable<typeof french>;
  const later = { id: newId(new Date(Date.now() + 60_000)), policy_version: '0.9' };
  await db
    .insertInto('consents')
    .values({ ...agreed, ...later })
    .execute();
  expect((await person.call(getPrivacyPreferences)).body).toMatchObject({
    consentVersion: '0.9',
    currentVersion,
  });
  const mine = { column: 'owner_id', id: person.id } as const;
  await expect(
    db.updateTable('consents').set({ analytics_tracking: true }).where(mine.column, '=', mine.id).execute(),
  ).rejects.toThrow(/append-only/);
  await expect(db.deleteFrom('consents').where(mine.column, '=', mine.id).execute()).rejects.toThrow(
    /append-only/,
  );
});

test('the tour’s step and the tooltips are kept on their own', async () => {
  expect((await person.call(getHelp)).body).toEqual({ tour: 'new', step: null, tooltips: true });
  await person.call(setHelp, { body: { step: 4 } });
  await person.call(setHelp, { body: { tooltips: false } });
  expect((await person.call(getHelp)).body).toEqual({ tour: 'new', step: 4, tooltips: false });
  const { body } = await person.call(setHelp, { body: { tour: 'completed', step: null } });
  expect(body).toEqual({ tour: 'completed', step: null, tooltips: false });
});

test('opening a mail’s link asks and changes nothing; one click ends these mails without a sign-in', async () => {
  await person.call(setNotifications, { body: { emailNotifications: true } });
  const link = await linkOf();
  const asked = await fetch(link, { headers: { 'accept-language': 'fr' } });
  const page = await asked.text();
  expect(asked.status).toBe(200);
  expect(page).toContain('<html lang="en">');
  expect(page).toContain('<form method="post">');
  expect(page).not.toContain('<script');
  expect(await wants('important')).toBe(true);

  const done = await fetch(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('Done')]);
  expect((await person.call(getNotifications)).body.emailNotifications).toBe(false);
  expect(await optionalMail(program.context, person.id, 'important')).toBeUndefined();
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  expect((await fetch(link, { method: 'POST', body: form })).status).toBe(200);
});

test('a link that was tampered with says so', async () => {
  await person.call(setNotifications, { body: { emailNotifications: true } });
  const link = await linkOf();
  for (const wrong of [`${link.slice(0, -4)}AAAA`, link.replace(/token=.*/, ''), `${link}&token=x`])
    for (const method of ['GET', 'POST'])
      expect((await fetch(wrong, { method })).status, `${method} ${wrong}`).toBe(404);
  expect(await wants('important')).toBe(true);
});

test('a link goes on working under a new key, as long as the one it was sealed with is given', async () => {
  const [old, newer] = ['a'.repeat(32), 'b'.repeat(32)];
  const { db, config } = program.context;
  const purpose = await optionalMail({ db, config, secrets: deriveSecrets([old]) }, person.id, 'important');
  const url = purpose && 'unsubscribeUrl' in purpose ? new URL(purpose.unsubscribeUrl) : undefined;
  const token = url?.searchParams.get('token') ?? '';
  expect(await readUnsubscribe({ db, secrets: deriveSecrets([newer, old]) }, token)).toEqual({
    ownerId: person.id,
    kind: 'important',
    language: 'en',
  });
  expect(await readUnsubscribe({ db, secrets: deriveSecrets([newer]) }, token)).toBeUndefined();
});
