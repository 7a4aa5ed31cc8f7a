import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Summary } from '@parlance/contract/endpoints/summaries';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../db/open.ts';
import { endExpiredReservations } from '../features/usage/queries.ts';
import { verifyLedger } from '../features/usage/verification/verify.ts';
import { newId } from '../kit/ids.ts';
import { upload } from './clients/upload.ts';
import { ask, type ReceivedAnswer } from './clients/visitor.ts';
import { type KillableProgram, layKillableProgram } from './killable-program.ts';
import { type ModelRequest, startModelServer } from './servers/model.ts';

/** Heard before the kill, and as many after it: few where minutes count. */
const questions = Number(process.env.CRASH_QUESTIONS ?? 20);
const visitors = 12;
/** As the provider counts each answer. */
const usage = { prompt_tokens: 400, completion_tokens: 20 };
const priceOfAnswer = 420;

const conversations = 600;
/** Parts that a summary asks for at a time: the first are whole when it is killed, the model keeps the next waiting. */
const partsAtATime = 4;
/** More than any part's prompt is estimated at: what was under way when it was killed is charged at our own estimate. */
const usageOfPart = { prompt_tokens: 6000, completion_tokens: 50 };

const labelsIn = ({ body }: ModelRequest) =>
  [...(body.messages[1]?.content ?? '').matchAll(/label="([cn]\d+)"/g)].map(([, one]) => one);
const isPart = (request: ModelRequest) => labelsIn(request).length > 0;

let program: KillableProgram;
let model: Awaited<ReturnType<typeof startModelServer>>;
let child: ChildProcess;
let killed = () => {};
let publicId: string;
let summary: Summary;
let stopped: ReceivedAnswer;
const heard = new Map<string, number>();

beforeAll(async () => {
  const kill = new Promise<void>((resolve) => {
    killed = resolve;
  });
  let parts = 0;
  model = await startModelServer(async (request) => {
    if (!isPart(request)) return { text: 'Le salon ferme à 19 heures [1].', usage };
    parts++;
    if (parts > partsAtATime) await kill;
    const text = `theme | Les visiteurs demandent les horaires | ${labelsIn(request).join(', ')}`;
    return { text, usage: usageOfPart };
  });
  program = await layKillableProgram({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'quick' });
  const plans = join(program.dataDir, 'plans.json');
  const plan = { id: 'free', priceEur: 0, messageTokens: 10_000_000, storageTokens: 10_000, chatbots: 2 };
  await writeFile(plans, JSON.stringify([plan]));
  program.env.PLANS_FILE = plans;
});
afterAll(async () => {
  killed();
  await program?.remove();
  await model?.stop();
});

/** Conversations of a chatbot with a question each. */
async function fill(db: Db, chatbotId: string) {
  const { owner_id } = await db
    .selectFrom('chatbots')
    .select('owner_id')
    .where('id', '=', chatbotId)
    .executeTakeFirstOrThrow();
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
}

const question = { text: 'À quelle heure ferme le salon ?' };
const askOnce = (more = {}) => ask({ url: program.url }, publicId, question, more);

test('killed amid answers and a summary, it goes on with both', async () => {
  const { end, start, url, within } = program;
  child = await start();
  const user = await program.signUp();
  const call = async <T>(path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as T;
  };
  const make = (name: string) =>
    call<{ id: string; publicId: string }>('/api/v1/chatbots', { name, platform: 'website' });
  const asked = await make('Accueil');
  publicId = asked.publicId;
  const summed = await make('Salon');
  await upload({ url }, user, asked.id, [{ name: 'salon.txt', bytes: 'Le salon ferme à 19 heures.' }]);
  await end(child, 'SIGTERM');
  await within(({ db }) => fill(db, summed.id));
  child = await start();
  await expect.poll(async () => (await askOnce()).done?.mode, { timeout: 120_000 }).toBe('generated');

  let enough = Number.POSITIVE_INFINITY;
  const visits = Array.from({ length: visitors }, async () => {
    while (heard.size < enough) {
      // Nobody listens while the program is down.
      const { meta, done } = await askOnce().catch(() => ({ meta: undefined, done: undefined }));
      if (meta && done?.mode === 'generated') heard.set(meta.messageId, done.messageTokens);
      if (!done) await sleep(200);
    }
  });
  await expect.poll(() => heard.size, { timeout: 240_000, interval: 5 }).toBeGreaterThanOrEqual(questions);
  const { id } = await call<Summary>(`/api/v1/chatbots/${summed.id}/summaries`, { period: '24h' });
  await expect
    .poll(() => model.requests.filter(isPart).length, { timeout: 240_000, interval: 5 })
    .toBe(2 * partsAtATime);
  expect(await end(child, 'SIGKILL')).toBeNull();
  killed();
  // The dead worker’s lease, which would end within a minute.
  await within(({ db }) => sql`update jobs set lease_until = now() - interval '1 second'`.execute(db));
  enough = heard.size + questions;
  child = await start();
  await Promise.all(visits);
  await expect
    .poll(
      async () => {
        summary = await call<Summary>(`/api/v1/summaries/${id}`);
        return summary.status;
      },
      { timeout: 240_000 },
    )
    .toBe('done');
  expect(summary.sections[0]?.items[0]?.conversations).toBe(conversations);
}, 600_000);

test('told to stop, it finishes the answers that run, and takes no further question', async () => {
  const text = Array(3).fill('Le salon ferme à 19 heures [1].').join(' ');
  let finish = () => {};
  const beforeEnd = new Promise<void>((resolve) => {
    finish = resolve;
  });
  model.answer(() => ({ text, usage, delayMs: 5, beforeEnd }));
  let exit: Promise<unknown[]> | undefined;
  let refused: Promise<ReceivedAnswer> | undefined;
  const askOnceItStops = async () => {
    while ((await fetch(`${program.url}/readyz`)).ok) await sleep(20);
    return askOnce();
  };
  stopped = await askOnce({
    onEvent({ event }: { event: string }) {
      if (event !== 'delta' || exit) return;
      exit = once(child, 'exit');
      child.kill('SIGTERM');
      refused = askOnceItStops();
      // The answer runs until then, however late this process hears of it.
      refused.then(finish, finish);
    },
  });
  expect(stopped.done?.mode).toBe('generated');
  expect(stopped.text).toBe(text);
  expect(await refused).toMatchObject({ status: 503, problem: { code: 'unavailable' } });
  expect((await exit)?.[0]).toBe(0);
}, 120_000);

test('what it has stored is what was heard, the ledger what the provider sold, and its sums are its entries’', () =>
  program.within(async ({ db }) => {
    const answers = await db
      .selectFrom('messages')
      .selectAll()
      .where('id', '=', stopped.meta.messageId)
      .execute();
    expect(answers).toMatchObject([{ text: stopped.text, mode: 'generated', tokens: priceOfAnswer }]);
    heard.set(stopped.meta.messageId, stopped.done?.messageTokens ?? 0);

    const entriesOf = (operation: 'chat_completion' | 'summary_generation') =>
      db
        .selectFrom('ledger_entries')
        .select(['tokens', 'cause'])
        .where('operation', '=', operation)
        .execute();
    expect(await entriesOf('summary_generation')).toEqual([
      { cause: `summary:${summary.id}`, tokens: summary.tokens },
    ]);
    const priceOfPart = usageOfPart.prompt_tokens + usageOfPart.completion_tokens;
    const soldParts = model.requests.filter(isPart).length;
    expect(summary.tokens).toBeLessThanOrEqual(soldParts * priceOfPart);
    expect(summary.tokens).toBeGreaterThan((soldParts - partsAtATime) * priceOfPart);
    const aside = () => db.selectFrom('reservations').select('cause').execute();
    expect((await aside()).filter(({ cause }) => cause.startsWith('summary:'))).toEqual([]);
    // What the killed program had set aside for answers comes back, ten minutes later.
    await endExpiredReservations(db, new Date(Date.now() + 600_000));
    expect(await aside()).toEqual([]);

    const entries = await entriesOf('chat_completion');
    const settled = entries.filter(({ cause }) => /^message:[^:]+$/.test(cause));
    // What everybody heard to its end is charged once, at what the provider counted.
    const ofProvider = settled.filter(({ tokens }) => tokens === priceOfAnswer);
    expect(ofProvider.map(({ cause }) => cause)).toEqual(
      expect.arrayContaining([...heard.keys()].map((id) => `message:${id}`)),
    );
    const sold = model.requests.filter((request) => !isPart(request) && !request.aborted).length;
    const dead = entries.length - settled.length;
    expect(dead).toBeLessThanOrEqual(visitors);
    expect(ofProvider.length).toBeLessThanOrEqual(sold);
    expect(ofProvider.length + dead).toBeGreaterThanOrEqual(sold);
    const told: string[] = [];
    const proof = await verifyLedger(
      { db, clock: () => new Date() },
      (line) => told.push(line),
      new AbortController().signal,
    );
    expect([told, proof.differences]).toEqual([[], 0]);
  }));
