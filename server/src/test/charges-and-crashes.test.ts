import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createChatbot } from '@parlance/contract/endpoints/chatbots';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endExpiredReservations } from '../features/usage/queries.ts';
import { verifyLedger } from '../features/usage/verification/verify.ts';
import { upload } from './clients/upload.ts';
import { ask } from './clients/visitor.ts';
import { type KillableProgram, layKillableProgram } from './killable-program.ts';
import { startModelServer } from './servers/model.ts';

/** Few where minutes count; with CRASH_QUESTIONS=1000 the same holds. */
const questions = Number(process.env.CRASH_QUESTIONS ?? 80);
const visitors = 12;
const kills = 2;
/** As the provider counts each answer. */
const usage = { prompt_tokens: 400, completion_tokens: 20 };
const priceOfAnswer = 420;

let program: KillableProgram;
let model: Awaited<ReturnType<typeof startModelServer>>;

beforeAll(async () => {
  model = await startModelServer(() => ({ text: 'Le salon ferme à 19 heures [1].', usage }));
  program = await layKillableProgram({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'quick' });
});
afterAll(async () => {
  await program?.remove();
  await model?.stop();
});

test('killed amid charges, the ledger is what the provider sold, and its sums are its entries’', async () => {
  const { end, start, url, within } = program;
  const plans = join(program.dataDir, 'plans.json');
  const plan = { id: 'free', priceEur: 0, messageTokens: 10_000_000, storageTokens: 10_000, chatbots: 1 };
  await writeFile(plans, JSON.stringify([plan]));
  let child = await start({ PLANS_FILE: plans });
  const user = await program.signUp();
  const made = await fetch(url + createChatbot.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Accueil', platform: 'website' }),
  });
  const chatbot = (await made.json()) as { id: string; publicId: string };
  await upload({ url }, user, chatbot.id, [{ name: 'salon.txt', bytes: 'Le salon ferme à 19 heures.' }]);
  const question = { text: 'À quelle heure ferme le salon ?' };
  const askOnce = () => ask({ url }, chatbot.publicId, question);
  await expect.poll(async () => (await askOnce()).done?.mode, { timeout: 30_000 }).toBe('generated');

  const heard = new Map<string, number>();
  const visits = Array.from({ length: visitors }, async () => {
    while (heard.size < questions) {
      // Nobody listens while the program is down.
      const { meta, done } = await askOnce().catch(() => ({ meta: undefined, done: undefined }));
      if (meta && done?.mode === 'generated') heard.set(meta.messageId, done.messageTokens);
      if (!done) await sleep(50);
    }
  });
  for (let kill = 1; kill <= kills; kill++) {
    const enough = (questions * kill) / (kills + 2);
    await expect.poll(() => heard.size, { timeout: 120_000, interval: 5 }).toBeGreaterThan(enough);
    expect(await end(child, 'SIGKILL')).toBeNull();
    child = await start({ PLANS_FILE: plans });
  }
  await Promise.all(visits);
  expect(await end(child, 'SIGTERM')).toBe(0);

  await within(async ({ db }) => {
    // What the killed programs had set aside comes back, ten minutes later.
    await endExpiredReservations(db, new Date(Date.now() + 600_000));
    expect(await db.selectFrom('reservations').selectAll().execute()).toEqual([]);
    const entries = await db
      .selectFrom('ledger_entries')
      .select(['cause', 'tokens'])
      .where('operation', '=', 'chat_completion')
      .execute();
    const settled = entries.filter(({ cause }) => /^message:[^:]+$/.test(cause));
    // What everybody heard to its end is charged once, at what the provider counted.
    const ofProvider = settled.filter(({ tokens }) => tokens === priceOfAnswer);
    expect(ofProvider.map(({ cause }) => cause)).toEqual(
      expect.arrayContaining([...heard.keys()].map((id) => `message:${id}`)),
    );
    const sold = model.requests.filter(({ aborted }) => !aborted).length;
    const dead = entries.length - settled.length;
    expect(dead).toBeLessThanOrEqual(visitors * kills);
    expect(ofProvider.length).toBeLessThanOrEqual(sold);
    expect(ofProvider.length + dead).toBeGreaterThanOrEqual(sold);
    const told: string[] = [];
    const proof = await verifyLedger(
      { db, clock: () => new Date() },
      (line) => told.push(line),
      new AbortController().signal,
    );
    expect([told, proof.differences]).toEqual([[], 0]);
  });
}, 300_000);
