import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const email = 'bench@example.org';
const password = 'a long measure of words';

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export interface Program {
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** Uploads texts as TXT files, at most twenty a request, and waits until they answer. */
  upload(chatbotId: string, files: { name: string; text: string }[]): Promise<void>;
  url: string;
  /** Megabytes of memory that the program and its processes hold. */
  memory(): number;
  /** Kills it without warning and starts it again on what it has left. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** The program as it ships, on a new data folder, without limits that a measurement would run into, signed in. */
export async function startProgram(more: Record<string, string> = {}): Promise<Program> {
  const folder = fs.mkdtempSync(join(tmpdir(), 'parlance-bench-'));
  const plans = join(folder, 'plans.json');
  const ids = ['free', 'starter', 'growth', 'scale', 'enterprise'];
  fs.writeFileSync(
    plans,
    JSON.stringify(
      ids.map((id) => ({ id, priceEur: 0, messageTokens: null, storageTokens: null, chatbots: null })),
    ),
  );
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess;
  const start = async () => {
    child = spawn(process.execPath, ['scripts/start.mjs'], {
      env: {
        PATH: process.env.PATH,
        ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: folder,
        PLANS_FILE: plans,
        EMBED_RATE_LIMIT_PER_MINUTE: '0',
        LOG_LEVEL: 'warn',
        ...more,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    while (
      !(await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (child.exitCode !== null) throw new Error('the program did not start');
      await wait(100);
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  const stop = async () => {
    await end('SIGTERM');
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    await start();
    return {
      ...(await signIn(url)),
      url,
      memory: () => memoryOf(child.pid),
      async crash() {
        await end('SIGKILL');
        await start();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Of a process and those that it has started, in megabytes; Linux only, else 0. */
function memoryOf(pid: number | undefined): number {
  const held = (of: string): number => {
    try {
      const status = fs.readFileSync(`/proc/${of}/status`, 'latin1');
      const children = fs
        .readdirSync(`/proc/${of}/task`)
        .flatMap((thread) =>
          fs.readFileSync(`/proc/${of}/task/${thread}/children`, 'latin1').trim().split(/\s+/),
        );
      const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
      return children.filter((child) => child !== '').reduce((sum, child) => sum + held(child), own);
    } catch {
      return 0;
    }
  };
  return held(String(pid));
}

async function signIn(url: string): Promise<Pick<Program, 'call' | 'upload'>> {
  const { publishableKey } = (await (await fetch(`${url}/config.json`)).json()) as { publishableKey: string };
  let headers: Record<string, string> = { apikey: publishableKey };
  const request = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const isForm = body instanceof FormData;
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...headers,
        ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const call: Program['call'] = async <T>(method: string, path: string, body?: unknown) =>
    (await (await request(method, path, body)).json()) as T;

  await call('POST', '/auth/v1/signup', { email, password });
  let link: string | undefined;
  while (link === undefined) {
    await wait(200);
    const mails = await call<{ text: string }[]>('GET', '/dev/mailbox.json');
    link = mails[0]?.text.match(/https?:\/\/\S+/)?.[0];
  }
  await fetch(link, { redirect: 'manual' });
  const refresh = async () => {
    const session = await call<{ access_token: string }>('POST', '/auth/v1/token?grant_type=password', {
      email,
      password,
    });
    headers = { ...headers, authorization: `Bearer ${session.access_token}` };
  };
  await refresh();

  return {
    call,
    async upload(chatbotId, files) {
      for (let at = 0; at < files.length; at += 20) {
        const form = new FormData();
        for (const { name, text } of files.slice(at, at + 20)) {
          form.append('files', new Blob([text], { type: 'text/plain' }), name);
        }
        const { rejected } = await call<{ rejected: unknown[] }>(
          'POST',
          `/api/v1/chatbots/${chatbotId}/files`,
          form,
        );
        if (rejected.length > 0) throw new Error(`rejected: ${JSON.stringify(rejected)}`);
      }
      for (;;) {
        const { statistics } = await call<{ statistics: { byStatus: Record<string, number> } }>(
          'GET',
          `/api/v1/chatbots/${chatbotId}/sources?limit=1`,
        );
        const { pending = 0, processing = 0, error = 0 } = statistics.byStatus;
        if (error > 0) throw new Error(`${error} sources ended in error`);
        if (pending + processing === 0) return;
        await wait(500);
      }
    },
  };
}
