import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createChatbot } from '@parlance/contract/endpoints/chatbots';
import { limits } from '@parlance/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upload } from './clients/upload.ts';
import { ask } from './clients/visitor.ts';
import { type KillableProgram, layKillableProgram } from './killable-program.ts';

/** One where minutes count: each run kills at another moment. */
const kills = Number(process.env.CRASH_KILLS ?? 1);
/** For whatever must only come at some time, however slow the machine is. */
const patience = { timeout: 300_000, interval: 20 };

let program: KillableProgram;

beforeAll(async () => {
  program = await layKillableProgram({ PLANS_FILE: join(import.meta.dirname, 'plans.json') });
});
afterAll(() => program?.remove());

interface Piecewise {
  id: string;
  offset: number;
  accepted?: { id: string }[];
}

test('killed at any moment, whatever was acknowledged is there exactly once', async () => {
  const { dataDir, end, start, url, within } = program;
  let child = await start();
  const user = await program.signUp();
  const made = await fetch(url + createChatbot.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Accueil', platform: 'website' }),
  });
  const chatbot = (await made.json()) as { id: string; publicId: string };

  const uploaded: string[] = [];
  const joined = new Map<string, Buffer>();
  const lost: string[] = [];
  const answered: { id: string; tokens: number; text: string }[] = [];
  const checked: string[] = [];
  const runs: string[] = [];
  const copies: string[] = [];
  let isOver = false;
  // A visitor's and an owner's browser: what fails because nobody listens is tried again.
  const loop = async (pauseMs: number, act: (turn: number) => Promise<void>) => {
    for (let turn = 0; !isOver; turn++) {
      await act(turn).catch(() => sleep(200));
      await sleep(pauseMs);
    }
  };
  const loops = [
    loop(300, async (turn) => {
      const bytes = `Le salon numéro ${turn} ferme à ${turn % 24} heures.`;
      const { status, body } = await upload({ url }, user, chatbot.id, [
        { name: `salon-${turn}.txt`, bytes },
      ]);
      if (status === 201) uploaded.push(...body.accepted.map(({ id }) => id));
    }),
    // A large file on a slow line, in its pieces: after each crash it goes on where it stands.
    loop(50, async (turn) => {
      const bytes = Buffer.from(
        `Le jardin numéro ${turn} est arrosé le soir. ${'Il est grand. '.repeat(20)}`,
      );
      const headers = { authorization: `Bearer ${user.token}` };
      const json = async (path: string, init: RequestInit) => {
        const response = await fetch(url + path, { ...init, headers: { ...headers, ...init.headers } });
        return { status: response.status, body: (await response.json()) as Piecewise };
      };
      const begun = await json(`/api/v1/chatbots/${chatbot.id}/uploads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: `jardin-${turn}.txt`, size: bytes.length }),
      });
      if (begun.status !== 201) return;
      const path = `/api/v1/uploads/${begun.body.id}`;
      for (let offset = 0; !isOver; await sleep(30)) {
        try {
          const sent = await json(path, {
            method: 'PATCH',
            headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
            body: new Uint8Array(bytes.subarray(offset, offset + 40)),
          });
          const [source] = sent.body.accepted ?? [];
          if (source) {
            uploaded.push(source.id);
            joined.set(source.id, bytes);
            return;
          }
          // What was stored just before the crash is not where we believe to stand.
          if (sent.status !== 200) throw new Error(`refused: ${sent.status}`);
          offset = sent.body.offset;
        } catch {
          const stands = await json(path, {}).catch(() => sleep(200));
          if (!stands) continue;
          if (!(stands.body.offset >= offset)) lost.push(`${offset} became ${stands.body.offset}`);
          offset = stands.body.offset;
        }
      }
    }),
    loop(50, async () => {
      const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' };
      const checks = `${url}/api/v1/chatbots/${chatbot.id}/checks`;
      while (checked.length < 8) {
        const body = JSON.stringify({
          question: `Quand ferme le salon ${checked.length} ?`,
          mustContain: ['heures'],
        });
        const made = await fetch(checks, { method: 'POST', headers, body });
        checked.push(((await made.json()) as { id: string }).id);
      }
      const begun = await fetch(`${url}/api/v1/chatbots/${chatbot.id}/check-runs`, {
        method: 'POST',
        headers,
      });
      if (begun.status === 202) runs.push(((await begun.json()) as { id: string }).id);
    }),
    // The plan holds two copies beside the original.
    loop(700, async () => {
      if (uploaded.length === 0 || copies.length === 2) return;
      const made = await fetch(`${url}/api/v1/chatbots/${chatbot.id}/duplicate`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
        body: '{}',
      });
      if (made.status === 201) copies.push(((await made.json()) as { id: string }).id);
    }),
    // Sources are read again while they are copied, too.
    loop(600, async (turn) => {
      const sourceId = uploaded[turn % uploaded.length];
      await fetch(`${url}/api/v1/sources/${sourceId}/sync`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}` },
      });
    }),
    ...[1, 2].map((visitor) =>
      loop(20, async (turn) => {
        const heard = await ask({ url }, chatbot.publicId, {
          text: `Quand ferme le salon ${visitor}${turn} ?`,
        });
        if (heard.done) {
          answered.push({ id: heard.meta.messageId, tokens: heard.done.messageTokens, text: heard.text });
        }
      }),
    ),
  ];
  // A kill before anything was acknowledged since the last one would show nothing.
  const acknowledged = () => [uploaded.length - joined.size, joined.size, answered.length];
  const moreThan = (before: number[]) =>
    expect
      .poll(() => acknowledged().every((count, at) => count > (before[at] as number)), patience)
      .toBe(true);
  await moreThan([0, 0, 0]);
  await expect.poll(() => Math.min(runs.length, copies.length), patience).toBeGreaterThan(0);
  for (let kill = 0; kill < kills; kill++) {
    await sleep(Math.random() * 500);
    const before = acknowledged();
    expect(child.exitCode).toBeNull();
    await end(child, 'SIGKILL');
    // What a killed worker held is its own for a minute more: the test doesn't wait for it.
    await within(({ db }) => sql`update jobs set lease_until = now() - interval '1 minute'`.execute(db));
    child = await start();
    await moreThan(before);
  }
  isOver = true;
  await Promise.all(loops);
  const read = async <T>(path: string) => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${user.token}` } });
    return (await response.json()) as T;
  };
  await expect
    .poll(
      async () => {
        const { items } = await read<{ items: { id: string; creation: string }[] }>('/api/v1/chatbots');
        let unfinished = items.filter(({ creation }) => creation !== 'completed').length;
        for (const { id } of items) {
          const { statistics } = await read<{ statistics: { byStatus: Record<string, number> } }>(
            `/api/v1/chatbots/${id}/sources?limit=1`,
          );
          const { ready, ...others } = statistics.byStatus;
          unfinished += Object.values(others).reduce((sum, count) => sum + count, 0);
        }
        return unfinished;
      },
      { ...patience, interval: 300 },
    )
    .toBe(0);
  await expect
    .poll(
      async () => {
        const response = await fetch(
          `${url}/api/v1/chatbots/${chatbot.id}/check-runs?limit=100&results=false`,
          { headers: { authorization: `Bearer ${user.token}` } },
        );
        const { items } = (await response.json()) as { items: { status: string }[] };
        return items.filter(({ status }) => status === 'running').length;
      },
      { ...patience, interval: 300 },
    )
    .toBe(0);
  expect(await end(child, 'SIGTERM')).toBe(0);

  await within(async ({ db }) => {
    const sources = await db.selectFrom('sources').selectAll().execute();
    for (const id of uploaded) expect(sources.filter((source) => source.id === id)).toHaveLength(1);
    const files = await readdir(join(dataDir, 'files'));
    expect(lost).toEqual([]);
    for (const [id, bytes] of joined) {
      const key = sources.find((source) => source.id === id)?.file_key ?? '';
      expect((await readFile(join(dataDir, 'files', key))).equals(bytes)).toBe(true);
    }
    const entries = await db.selectFrom('ledger_entries').selectAll().execute();
    for (const source of sources) {
      expect(files).toContain(source.file_key);
      // The same bytes in a copy are charged once, whichever is read first.
      const same = sources.filter(({ sha256 }) => sha256?.equals(source.sha256 as Buffer));
      const charges = same.flatMap(({ id }) =>
        entries.filter(({ cause }) => cause.startsWith(`source:${id}:`)),
      );
      expect(charges.map(({ tokens }) => tokens)).toEqual([source.storage_tokens]);
    }
    const chatbots = await db.selectFrom('chatbots').select(['id', 'created_at']).execute();
    const made = chatbots.filter(({ id }) => id !== chatbot.id);
    expect(made.map(({ id }) => id)).toEqual(expect.arrayContaining(copies));
    for (const { id, created_at } of made) {
      const copied = sources.filter(
        (source) => source.chatbot_id === chatbot.id && source.created_at <= created_at,
      );
      const own = sources.filter((source) => source.chatbot_id === id);
      expect(own.map(({ name }) => name).sort()).toEqual(copied.map(({ name }) => name).sort());
    }
    // What an earlier reading has left is removed in its time.
    const passages = await db
      .selectFrom('passages')
      .innerJoin('published_sources', (join) =>
        join
          .onRef('published_sources.source_id', '=', 'passages.source_id')
          .onRef('published_sources.version', '=', 'passages.version'),
      )
      .select('passages.source_id')
      .execute();
    expect(passages.map(({ source_id }) => source_id).sort()).toEqual(sources.map(({ id }) => id).sort());

    const answers = await db.selectFrom('messages').selectAll().where('role', '=', 'chatbot').execute();
    for (const { id, tokens, text } of answered) {
      expect(answers.filter((answer) => answer.id === id)).toMatchObject([{ tokens, text }]);
    }
    const results = await db.selectFrom('check_results').selectAll().execute();
    expect(runs.filter((id) => !results.some(({ run_id }) => run_id === id)).length).toBe(
      Math.max(0, runs.length - limits.checkRunsKept),
    );
    for (const { message_id, passed, tokens } of results) {
      expect(passed).not.toBeNull();
      const charges = entries.filter(({ cause }) => cause === `test:${message_id}`);
      expect(charges.map(({ tokens }) => tokens)).toEqual([tokens]);
    }
    const charges = entries.filter(({ cause }) => cause.startsWith('message:'));
    expect(charges.map(({ cause, tokens }) => `${cause} ${tokens}`).sort()).toEqual(
      answers.map(({ id, tokens }) => `message:${id} ${tokens}`).sort(),
    );
    // What was set aside for an answer that the kill cut off comes back by itself; never for one that was charged.
    const aside = await db.selectFrom('reservations').select(['cause', 'expires_at']).execute();
    expect(aside.filter(({ cause }) => entries.some((entry) => entry.cause === cause))).toEqual([]);
    for (const { expires_at } of aside) expect(expires_at.getTime() - Date.now()).toBeLessThan(600_000);
  });
}, 900_000);
