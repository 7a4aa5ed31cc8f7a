import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCommands } from '../../app.ts';
import type { Context } from '../../context.ts';
import {
  newWebhookSecret,
  openChannel,
  sealCredentials,
} from '../../features/channels/records/credentials.ts';
import { newId } from '../../kit/ids.ts';
import { openSecrets } from '../../kit/secrets/open.ts';
import { deriveSecrets } from '../../kit/secrets/secrets.ts';
import { authProtocol, bearer } from '../../test/clients/auth-protocol.ts';
import { tablesWith } from '../../test/planted-word.ts';
import { type Program, startProgram } from '../../test/program.ts';
import { findCommand, runCommand } from './command.ts';

const [oldKey, newKey] = ['o'.repeat(32), 'n'.repeat(32)];
let program: Program;
beforeAll(async () => {
  program = await startProgram({ SECRET_KEY: oldKey });
});
afterAll(() => program.stop());

async function rotate(secretKeys: readonly string[]) {
  const context: Context = { ...program.context, secrets: deriveSecrets(secretKeys) };
  const command = findCommand(allCommands, ['secrets', 'rotate']);
  if (!command) throw new Error('no such command');
  const told: string[] = [];
  const say = (line: string) => void told.push(line);
  return { code: await runCommand(context, command, { say, signal: new AbortController().signal }), told };
}

/** An account with an authenticator, of which a change that can be undone keeps an earlier one, and a bot. */
async function lay() {
  const auth = await authProtocol(program);
  const { id: userId, session } = await auth.confirmedPerson();
  const { db, secrets, clock } = program.context;
  const headers = bearer(session.access_token);
  const { answer: factor } = await auth.call('/factors', { body: { factor_type: 'totp' }, headers });
  await db.updateTable('factors').set({ status: 'verified' }).where('id', '=', factor.id).execute();
  await auth.call('/user', { method: 'PUT', body: { data: { first_name: 'Ada' } }, headers });
  const kept = await db.selectFrom('factors').selectAll().where('id', '=', factor.id).execute();
  const now = clock();
  await db
    .insertInto('credential_changes')
    .values({
      ...{ id: newId(now), user_id: userId, change: 'factor_removed', email: 'ada@example.org' },
      ...{ identities: '[]' as never, factors: JSON.stringify(kept) as never },
      ...{ created_at: now, expires_at: new Date(now.getTime() + 1e9) },
    })
    .execute();
  const id = newId(now);
  await db
    .insertInto('channels')
    .values({
      ...{ id, owner_id: userId, platform: 'telegram', name: 'Accueil', last4: 'wxyz', created_at: now },
      credentials: sealCredentials(secrets, id, { botToken: '1:abc' }),
      webhook_secret: newWebhookSecret(secrets, id),
      steps: '[]' as never,
    })
    .execute();
  return { factorId: factor.id as string, secret: factor.totp.secret as string, channelId: id };
}

test('what an older key sealed opens with the newest alone, and nothing is left under the older', async () => {
  const { factorId, secret, channelId } = await lay();
  const { db, clock, config } = program.context;
  const old = deriveSecrets([oldKey]).newestPrefix.toLowerCase();
  const sealed = ['channels', 'credential_changes', 'factors', 'sessions', 'settings', 'signing_keys'];
  expect(await tablesWith(db, old)).toEqual(sealed);
  await expect(openSecrets({ ...config, secretKeys: [newKey] }, db, clock())).rejects.toThrow(/SECRET_KEY/);

  const { code, told } = await rotate([newKey, oldKey]);
  expect([code, Number(told[0]?.split(' ')[0])]).toEqual([0, expect.any(Number)]);
  expect(Number(told[0]?.split(' ')[0])).toBeGreaterThanOrEqual(6);
  expect(await tablesWith(db, old)).toEqual([]);
  const secrets = await openSecrets({ ...config, secretKeys: [newKey] }, db, clock());
  const { factors } = await db.selectFrom('credential_changes').select('factors').executeTakeFirstOrThrow();
  const [before] = factors as unknown as { id: string; secret_sealed: string }[];
  const { secret_sealed: present } = await db
    .selectFrom('factors')
    .select('secret_sealed')
    .where('id', '=', factorId)
    .executeTakeFirstOrThrow();
  for (const cipher of [present, before?.secret_sealed ?? ''])
    expect(secrets.decrypt(cipher, `factors.secret_sealed.${factorId}`)).toBe(secret);
  const channel = await db
    .selectFrom('channels')
    .selectAll()
    .where('id', '=', channelId)
    .executeTakeFirstOrThrow();
  expect(openChannel(secrets, channel as never).credentials).toEqual({ botToken: '1:abc' });
  expect((await rotate([newKey])).told[0]).toMatch(/^0 secrets/);
}, 60_000);

test('without the key that sealed it nothing is touched, and the missing key is named', async () => {
  const { code, told } = await rotate(['m'.repeat(32)]);
  expect([code, told]).toEqual([1, [expect.stringMatching(/^secrets rotate: SECRET_KEY: /)]]);
});
