import { listChatbots } from '@parlance/contract/endpoints/chatbots';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Command } from '../../../operation/commands/command.ts';
import { authProtocol, bearer, fragmentOf, password } from '../../../test/clients/auth-protocol.ts';
import { type Program, startProgram } from '../../../test/program.ts';
import { disableMfa, resetPassword } from './commands.ts';

let program: Program;
let auth: Awaited<ReturnType<typeof authProtocol>>;
beforeAll(async () => {
  program = await startProgram({ TRUSTED_PROXIES: '127.0.0.1' });
  auth = await authProtocol(program);
});
afterAll(() => program.stop());

async function run(command: Command, email: string) {
  const told: string[] = [];
  const call = { args: [email], options: new Set<string>(), say: (line: string) => void told.push(line) };
  const code = await command.run(program.context, { ...call, signal: new AbortController().signal });
  return { code, told };
}

test('whom no mail reaches sets a new password at a link that the operator prints, once', async () => {
  const { email } = await auth.confirmedPerson();
  const { code, told } = await run(resetPassword, ` ${email.toUpperCase()} `);
  expect(code).toBe(0);
  const link = told.at(-1) ?? '';
  expect((await auth.signIn(email)).status).toBe(200);
  const { to, facts } = fragmentOf(await auth.open(link));
  expect([to.pathname, facts.type]).toEqual(['/reset-password', 'recovery']);
  expect((await auth.put(facts.access_token ?? '', { password: 'neuf renards gris' })).status).toBe(200);
  expect((await auth.signIn(email)).status).toBe(400);
  expect((await auth.signIn(email, 'neuf renards gris')).status).toBe(200);
  expect((await auth.mailTo(email)).subject).toBe('Your password was changed');
  expect(fragmentOf(await auth.open(link)).facts.error_code).toBe('otp_expired');
  expect(program.logged.join('\n')).not.toContain(new URL(link).searchParams.get('token') ?? '');
});

test('whose authenticator is lost signs in with the password alone; it is told, and nobody else’s is touched', async () => {
  // One after the other: what one runs of the jobs, the other takes for done.
  const people = [await auth.confirmedPerson(), await auth.confirmedPerson()];
  for (const { session } of people) {
    const headers = bearer(session.access_token);
    const { answer } = await auth.call('/factors', { body: { factor_type: 'totp' }, headers });
    const challenge = await auth.call(`/factors/${answer.id}/challenge`, { body: {}, headers });
    const code = new TOTP({ secret: Secret.fromBase32(answer.totp.secret) }).generate({
      timestamp: program.context.clock().getTime(),
    });
    const body = { challenge_id: challenge.answer.id, code };
    expect((await auth.call(`/factors/${answer.id}/verify`, { body, headers })).status).toBe(200);
  }
  const [one, other] = people.map(({ email }) => email) as [string, string];
  const opens = async (email: string) => {
    const { access_token: token } = (await auth.signIn(email, password)).answer;
    return (await program.call(listChatbots, {}, token)).status;
  };
  expect(await opens(one)).toBe(403);
  const { access_token: before } = (await auth.signIn(one)).answer;
  expect(await run(disableMfa, one)).toMatchObject({ code: 0, told: [expect.stringContaining(one)] });
  expect([await opens(one), await opens(other)]).toEqual([200, 403]);
  expect((await auth.call('/user', { headers: bearer(before) })).status).toBe(403);
  expect((await auth.mailTo(one, 'Authenticator app removed')).text).toContain('/undo#');
  expect(await run(disableMfa, one)).toMatchObject({ code: 0, told: [expect.stringContaining('without')] });
});

test.each([resetPassword, disableMfa])(
  'an address without an account is said to have none: $name',
  async (command) => {
    expect(await run(command, 'nobody@example.org')).toEqual({
      code: 1,
      told: ['There is no account with the address nobody@example.org.'],
    });
  },
);
