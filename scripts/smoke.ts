/**
 * Starts the built program on a given Node, as `npm start` does, and takes the short way through it: sign up, confirm,
 * sign in, create a chatbot, upload a file, ask, get the cited answer, stop. `tsx scripts/smoke.ts [node]`
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OpenApi, renderApi } from './checks/api-page.ts';

const root = join(import.meta.dirname, '..');
const [node = process.execPath] = process.argv.slice(2);
const patienceMs = 90_000;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert(address && typeof address === 'object');
  await new Promise((resolve) => server.close(resolve));
  return address.port;
}

async function pollUntil<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const seen = await look().catch(() => undefined);
    if (seen !== undefined) return seen;
    await sleep(200);
  }
  throw new Error(`waited in vain for ${what}`);
}

async function json<T>(url: string, init: RequestInit = {}, expected = [200, 201]): Promise<T> {
  const response = await fetch(url, init);
  const text = await response.text();
  assert(expected.includes(response.status), `${init.method ?? 'GET'} ${url}: ${response.status} ${text}`);
  return text === '' ? (undefined as T) : JSON.parse(text);
}

const posted = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

async function signIn(url: string): Promise<string> {
  const { publishableKey } = await json<{ publishableKey: string }>(`${url}/config.json`);
  const [email, password] = ['camille@example.org', 'six chevaux bleus'];
  const key = { apikey: publishableKey };
  const data = { first_name: 'Camille', last_name: 'Morel', preferred_locale: 'fr' };
  await json(`${url}/auth/v1/signup`, posted({ email, password, data }, key));
  const link = await pollUntil('the confirmation mail', async () => {
    const mails = await json<{ text: string }[]>(`${url}/dev/mailbox.json`);
    return /http\S+\/auth\/v1\/verify\?\S+/.exec(mails[0]?.text ?? '')?.[0];
  });
  await fetch(link, { redirect: 'manual' });
  const session = await json<{ access_token: string }>(
    `${url}/auth/v1/token?grant_type=password`,
    posted({ email, password }, key),
  );
  return session.access_token;
}

async function answerFrom(url: string): Promise<void> {
  const bearer = { authorization: `Bearer ${await signIn(url)}` };
  const wish = posted({ name: 'Hôtel des Glycines', platform: 'website' }, bearer);
  const chatbot = await json<{ id: string; publicId: string }>(`${url}/api/v1/chatbots`, wish);

  const loader = await fetch(`${url}/embed/v1/${chatbot.publicId}/widget.js`);
  assert.equal(loader.status, 200, 'the status of the widget’s loader');
  assert.match(await loader.text(), /\S/);

  const form = new FormData();
  const text =
    'Le petit-déjeuner est servi de 7 h à 10 h dans la véranda.\n\nLe parking est gratuit pour les clients.';
  form.append('files', new Blob([text], { type: 'text/plain' }), 'horaires.txt');
  await json(`${url}/api/v1/chatbots/${chatbot.id}/files`, { method: 'POST', headers: bearer, body: form });
  await pollUntil('the file to be read', async () => {
    const { items } = await json<{ items: { status: string }[] }>(
      `${url}/api/v1/chatbots/${chatbot.id}/sources`,
      { headers: bearer },
    );
    assert(items[0]?.status !== 'error', 'the file ended in error');
    return items[0]?.status === 'ready' ? true : undefined;
  });

  const question = posted({ text: 'À quelle heure est servi le petit-déjeuner ?' });
  const stream = await (await fetch(`${url}/embed/v1/${chatbot.publicId}/messages`, question)).text();
  assert.match(stream, /event: delta\ndata: .*7 h/s);
  assert.match(stream, /event: citations\ndata: .*horaires\.txt/s);
  assert.match(stream, /event: done/);
  const usage = await json<{ message: { used: number } }>(`${url}/api/v1/usage`, { headers: bearer });
  assert(usage.message.used >= 0);
}

async function waitUntilStopped(program: ChildProcess): Promise<void> {
  const exit = new Promise<number | null>((resolve) => program.once('exit', resolve));
  program.kill('SIGTERM');
  assert.equal(await exit, 0, 'the exit code after SIGTERM');
}

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-smoke-'));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const program = spawn(node, [join(root, 'scripts/start.mjs')], {
  cwd: root,
  env: {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    NODE_ENV: 'production',
  },
  stdio: ['ignore', 'pipe', 'pipe'],
});
let said = '';
for (const stream of [program.stdout, program.stderr]) {
  stream.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-20_000);
  });
}
try {
  await pollUntil('the program to be ready', async () => {
    assert.equal(program.exitCode, null);
    return (await fetch(`${url}/readyz`)).ok || undefined;
  });
  assert.match(await (await fetch(url)).text(), /<!doctype html>/i);
  await answerFrom(url);
  const served = renderApi(await json<OpenApi>(`${url}/api/v1/openapi.json`));
  assert(served === readFileSync(join(root, 'docs/api.md'), 'utf8'), 'docs/api.md is not what is served');
  await waitUntilStopped(program);
} catch (error) {
  console.error(said);
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  program.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
}
