import { setTimeout as sleep } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../../db/transaction.ts';
import {
  authProtocol,
  bearer,
  fragmentOf,
  newAddress,
  password,
  version,
} from '../../../test/clients/auth-protocol.ts';
import { type Program, startProgram } from '../../../test/program.ts';
import { userForUpdate } from '../queries/accounts.ts';
import { deleteTokensOf } from '../queries/one-time-tokens.ts';
import { authenticate } from '../service.ts';

const site = 'https://site.example';
const another = 'sept oiseaux verts';

let program: Program;
let auth: Awaited<ReturnType<typeof authProtocol>>;
let call: typeof auth.call;
let mailTo: typeof auth.mailTo;

beforeAll(async () => {
  program = await startProgram({ SITE_URLS: site });
  auth = await authProtocol(program);
  ({ call, mailTo } = auth);
});
afterAll(async () => program.stop());

async function recovering() {
  const person = await auth.confirmedPerson();
  await call('/recover', { body: { email: person.email } });
  const { code } = await mailTo(person.email);
  const { answer } = await call('/verify', { body: { type: 'recovery', email: person.email, token: code } });
  return { ...person, token: answer.access_token as string, refreshToken: answer.refresh_token as string };
}

describe('a forgotten password', () => {
  test('is set anew through the link of a mail, by the official client', async () => {
    const { email, session } = await auth.confirmedPerson();
    const supabase = auth.client();
    const asked = await supabase.auth.resetPasswordForEmail(email, { redirectTo: `${site}/reset-password` });
    expect(asked.error).toBeNull();
    const mail = await mailTo(email);
    expect(mail.subject).toBe('Choose a new password');
    const { to, facts } = fragmentOf(await auth.open(mail.link));
    expect(to.origin + to.pathname).toBe(`${site}/reset-password`);
    expect(facts).toMatchObject({ type: 'recovery', sb: '' });
    await supabase.auth.setSession({
      access_token: facts.access_token as string,
      refresh_token: facts.refresh_token as string,
    });
    const changed = await supabase.auth.updateUser({ password: another });
    expect(changed.error).toBeNull();
    expect(changed.data.user?.recovery_sent_at).toMatch(/Z$/);

    expect((await call('/user', { headers: bearer(session.access_token) })).answer.error_code).toBe(
      'session_not_found',
    );
    expect((await auth.signIn(email, password)).answer.error_code).toBe('invalid_credentials');
    expect((await auth.signIn(email, another)).status).toBe(200);
    expect((await mailTo(email)).subject).toBe('Your password was changed');
  });

  test('of a client that asks for a code for its session is exchanged for one that only sets it', async () => {
    const { email } = await auth.confirmedPerson();
    const supabase = auth.codeClient();
    await supabase.auth.resetPasswordForEmail(email, { redirectTo: `${site}/reset-password` });
    const { link } = await mailTo(email);
    const to = new URL((await auth.open(link)).headers.get('location') as string);
    const exchanged = await supabase.auth.exchangeCodeForSession(to.searchParams.get('code') as string);
    expect(exchanged.error).toBeNull();
    const token = exchanged.data.session?.access_token as string;
    expect(decodeJwt(token).amr).toMatchObject([{ method: 'recovery' }]);
    expect((await call('/reauthenticate', { headers: bearer(token) })).answer.error_code).toBe(
      'insufficient_scope',
    );
    expect((await supabase.auth.updateUser({ password: another })).error).toBeNull();
  });

  test('confirms an address that was not, since its mail arrived', async () => {
    const email = newAddress();
    await call('/signup', { body: { email, password } });
    await mailTo(email);
    await call('/recover', { body: { email } });
    const { code } = await mailTo(email);
    const { answer } = await call('/verify', { body: { type: 'recovery', email, token: code } });
    expect(answer.user.email_confirmed_at).toMatch(/Z$/);
  });

  test('that is being set lets a link that is opened meanwhile wait, and then fail', async () => {
    const { email, id } = await auth.confirmedPerson();
    await call('/recover', { body: { email } });
    const { link } = await mailTo(email);
    const opened = await transaction(program.context.db, async (db) => {
      await userForUpdate(db, id);
      const opening = auth.open(link);
      // Long enough for the link to have taken whatever it takes first.
      await sleep(300);
      await deleteTokensOf(db, id);
      return { opening };
    });
    expect(fragmentOf(await opened.opening).facts.error_code).toBe('otp_expired');
  });

  test('of an unknown address is nobody’s', async () => {
    const email = newAddress();
    expect(await call('/recover', { body: { email } })).toMatchObject({ status: 200, text: '{}' });
    await program.settle();
    expect(await program.mailbox(email)).toEqual([]);
    for (const body of [{}, { email: '' }, { email: 'nowhere' }, { email: ['a@b.example'] }]) {
      expect((await call('/recover', { body, headers: version })).answer.code).toBe('validation_failed');
    }
  });
});

describe('a session that began with a recovery', () => {
  test('reads its person, sets the password and signs out; nothing else', async () => {
    const { token, id } = await recovering();
    const headers = bearer(token);
    expect((await call('/user', { headers })).answer.id).toBe(id);
    const refused = [
      await call('/reauthenticate', { headers }),
      await auth.put(token, { data: { first_name: 'Eve' } }),
      await auth.put(token, { email: newAddress() }),
      await auth.put(token, { password: another, data: { first_name: 'Eve' } }),
    ];
    for (const { status, answer } of refused) {
      expect({ status, code: answer.error_code }).toEqual({ status: 403, code: 'insufficient_scope' });
    }
    await expect(authenticate(program.context, token)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await call('/logout', { method: 'POST', headers })).status).toBe(204);
    expect((await call('/user', { headers })).answer.error_code).toBe('session_not_found');
  });

  test('stays one when it is refreshed, and is one like others once the password is set', async () => {
    const { refreshToken, id } = await recovering();
    const { answer } = await call('/token?grant_type=refresh_token', {
      body: { refresh_token: refreshToken },
    });
    const token = answer.access_token as string;
    expect((await call('/reauthenticate', { headers: bearer(token) })).status).toBe(403);
    // However old it has become meanwhile.
    program.advance(1000 * 1000);
    expect((await auth.put(token, { password: 'azerty' })).answer.error_code).toBe('weak_password');
    expect((await auth.put(token, { password })).answer.error_code).toBe('same_password');
    expect((await auth.put(token, { password: another })).status).toBe(200);
    expect(await authenticate(program.context, token)).toMatchObject({ userId: id });
    expect((await auth.put(token, { data: { first_name: 'Ana' } })).status).toBe(200);
    // The proof was for one password.
    expect((await auth.put(token, { password: 'huit poissons' })).answer.error_code).toBe(
      'reauthentication_needed',
    );
  });
});
