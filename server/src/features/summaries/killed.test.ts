import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Summary } from '@parlance/contract/endpoints/summaries';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../kit/ids.ts';
import { type KillableProgram, layKillableProgram } from '../../test/killable-program.ts';
import { startModelServer } from '../../test/servers/model.ts';
import { verifyLedger } from '../usage/verification/verify.ts';

const conversations = 600;
/** More than any prompt here is estimated at: what was under way when it was killed is charged at our own estimate. */
const usage = { prompt_tokens: 6000, completion_tokens: 50 };

let program: KillableProgram;
let model: Awaited<ReturnType<typeof startModelServer>>;

beforeAll(async () => {
  model = await startModelServer(({ body }) => {
    const labels = [...(body.messages[1]?.content ?? '').matchAll(/label="([cn]\d+)"/g)].map(
      ([, one]) => one,
    );
    return { text: `theme | Les visiteurs demandent les horaires | ${labels.join(', ')}`, usage, delayMs: 5 };
  });
  program = await layKillableProgram({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'quick' });
});
afterAll(async () => {
  await program?.remove();
  await model?.stop();
});

test('killed amid, a summary goes on where it was, and one entry says what was sold', async () => {
  const { end, start, url, within } = program;
  const plans = join(program.dataDir, 'plans.json');
  const plan = { id: 'free', priceEur: 0, messageTokens: 10_000_000, storageTokens: 10_000, chatbots: 1 };
  await writeFile(plans, JSON.stringify([plan]));
  let child = await start({ PLANS_FILE: plans });
  const user = await program.signUp();
  const call = async (path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Summary;
  };
  const { id: chatbotId } = await call('/api/v1/chatbots', { name: 'Accueil', platform: 'website' });
  await end(child, 'SIGTERM');
  await within(async ({ db }) => {
    const { owner_id } = await db.selectFrom('chatbots').select('owner_id').executeTakeFirstOrThrow();
    const at = new Date(Date.now() - 60_000);
    const ids = Array.from({ length: conversations }, () => newId(at));
    await db
      .insertInto('conversations')
      .values(
        ids.map((id) => ({
          ...{ id, owner_id, chatbot_id: chatbotId, channel: 'website' as const, language: 'fr' as const },
          ...{
            visitor_token_hash: Buffer.from(id),
            token_expires_at: at,
            started_at: at,
            last_message_at: at,
          },
        })),
      )
      .execute();
    await db
      .insertInto('messages')
      .values(
        ids.map((conversation_id) => ({
          ...{ id: newId(at), conversation_id, owner_id, created_at: at },
          ...{ role: 'visitor' as const, text: 'À quelle heure ouvre le salon ?' },
        })),
      )
      .execute();
  });
  child = await start({ PLANS_FILE: plans });
  const { id } = await call(`/api/v1/chatbots/${chatbotId}/summaries`, { period: '24h' });
  await expect.poll(() => model.requests.length, { timeout: 30_000, interval: 2 }).toBeGreaterThan(4);
  await end(child, 'SIGKILL');
  const before = model.requests.length;
  expect(before).toBeLessThan(16);
  // The dead worker’s lease, which would end within a minute.
  await within(({ db }) => sql`update jobs set lease_until = now() - interval '1 second'`.execute(db));
  child = await start({ PLANS_FILE: plans });
  await expect
    .poll(async () => (await call(`/api/v1/summaries/${id}`)).status, { timeout: 120_000 })
    .toBe('done');
  const summary = await call(`/api/v1/summaries/${id}`);
  expect(summary.sections[0]?.items[0]?.conversations).toBe(conversations);
  await end(child, 'SIGTERM');

  await within(async ({ db }) => {
    const entries = await db
      .selectFrom('ledger_entries')
      .select(['tokens', 'cause'])
      .where('operation', '=', 'summary_generation')
      .execute();
    expect(entries).toEqual([{ cause: `summary:${id}`, tokens: summary.tokens }]);
    const each = usage.prompt_tokens + usage.completion_tokens;
    const sold = model.requests.length;
    expect(summary.tokens).toBeLessThanOrEqual(sold * each);
    expect(summary.tokens).toBeGreaterThan((sold - 4) * each);
    expect(await db.selectFrom('reservations').select('id').execute()).toEqual([]);
    const told: string[] = [];
    const ended = new AbortController().signal;
    await verifyLedger({ db, clock: () => new Date() }, (line) => told.push(line), ended);
    expect(told).toEqual([]);
  });
}, 240_000);
