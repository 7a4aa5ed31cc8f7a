import { getAppearance, setAppearance } from '@parlance/contract/endpoints/account/preferences';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Program, startProgram, type User } from '../../../test/program.ts';

let program: Program;
let person: User;

beforeAll(async () => {
  program = await startProgram();
  person = await program.newUser();
});
afterAll(() => program.stop());

const stored = async (user = person) => (await user.call(getAppearance)).body;

test('theme, language and time zone are kept one by one, each account’s its own', async () => {
  expect(await stored()).toEqual({ theme: null, language: 'fr', timezone: null });
  const { status, body } = await person.call(setAppearance, { body: { timezone: 'America/Montreal' } });
  expect([status, body]).toEqual([200, { theme: null, language: 'fr', timezone: 'America/Montreal' }]);
  await person.call(setAppearance, { body: { theme: 'dark', language: 'en' } });
  await person.call(setAppearance, { body: {} });
  expect(await stored()).toEqual({ theme: 'dark', language: 'en', timezone: 'America/Montreal' });
  expect(await stored(await program.newUser())).toMatchObject({ theme: null, timezone: null });
});

test('who has no profile yet gets one', async () => {
  const user = await program.newUser();
  await program.context.db.deleteFrom('profiles').where('id', '=', user.id).execute();
  expect(await stored(user)).toEqual({ theme: null, language: null, timezone: null });
  await user.call(setAppearance, { body: { timezone: 'Europe/Paris' } });
  expect(await stored(user)).toEqual({ theme: null, language: null, timezone: 'Europe/Paris' });
});

test.each<[string, unknown]>([
  ['a zone that there is not', { timezone: 'Europe/Atlantis' }],
  ['an offset', { timezone: '+02:00' }],
  ['nothing for a zone', { timezone: '' }],
  ['a zone without an end', { timezone: 'Europe/Paris'.repeat(10) }],
  ['null', { timezone: null }],
  ['another theme', { theme: 'sepia' }],
  ['another language', { language: 'de' }],
  ['a field that there is not', { time_zone: 'Europe/Paris' }],
  ['a list', []],
])('%s is refused, and what stood there stays', async (_, body) => {
  const before = await stored();
  const answer = await person.call(setAppearance, { body: body as object });
  expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  expect(await stored()).toEqual(before);
});

test('nobody sets anything without signing in', async () => {
  expect((await program.call(setAppearance, { body: { theme: 'dark' } })).status).toBe(401);
});
