import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '../server/src/features/auth/credentials/passwords.ts';
import { startProgram } from './setup/program.ts';

/**
 * What signing in and being signed in cost: sign-ins beside the bare hashing of their passwords, a request with a session
 * beside the same one without, and whether hashing holds up whatever else the process does.
 */

const person = { email: 'bench@example.org', password: 'a long measure of words' };
const concurrency = 16;
const signIns = 96;
const rounds = 2000;

const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
const quantile = (values: number[], share: number) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

/** So many a second, `atOnce` of them together. */
async function measureRate(work: () => Promise<unknown>, width = concurrency): Promise<number> {
  const begun = performance.now();
  let left = signIns;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (left-- > 0) await work();
    }),
  );
  return signIns / ((performance.now() - begun) / 1000);
}

const program = await startProgram({
  AUTH_RATE_LIMIT_EMAILS_PER_HOUR: '1000000',
  AUTH_RATE_LIMIT_REQUESTS_PER_5MIN: '1000000',
  AUTH_MIN_SECONDS_BETWEEN_EMAILS: '0',
});
try {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const timed = (path: string, token?: string) =>
    new Promise<number>((resolve, reject) => {
      const begun = performance.now();
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      request(`${program.url}${path}`, { agent, headers }, (response) => {
        if (response.statusCode !== 404) reject(new Error(`${path} answered ${response.statusCode}`));
        response.resume().once('end', () => resolve(performance.now() - begun));
      })
        .once('error', reject)
        .end();
    });
  const signIn = () =>
    program.call<{ access_token: string }>('POST', '/auth/v1/token?grant_type=password', person);
  const { access_token: token } = await signIn();

  // Both find nothing and say so; only the one looks who asks before.
  const plain: number[] = [];
  const signedIn: number[] = [];
  for (let round = -200; round < rounds; round++) {
    const without = await timed('/api/v1/nothing/here');
    const withSession = await timed('/api/v1/chatbots/none', token);
    if (round < 0) continue;
    plain.push(without);
    signedIn.push(withSession);
  }
  const added = (share: number) => quantile(signedIn, share) - quantile(plain, share);

  const lag = async () => {
    const text = await (await fetch(`${program.url}/metrics`)).text();
    return Number(/^parlance_nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1000;
  };
  await measureRate(signIn);
  await lag(); // Reading it begins it anew.
  const ours = await measureRate(signIn);
  const maxLag = await lag();
  const bare = await measureRate(() => hashPassword(person.password), availableParallelism());

  const rows = [
    `| added to a request by its session, median, ms | ${added(0.5).toFixed(2)} | 0.30 |`,
    `| added to a request by its session, p99, ms | ${added(0.99).toFixed(2)} | |`,
    `| the request without, median, ms | ${quantile(plain, 0.5).toFixed(2)} | |`,
    `| sign-ins a second, ${concurrency} at once | ${ours.toFixed(1)} | |`,
    `| bare hashing a second | ${bare.toFixed(1)} | |`,
    `| longest a 10 ms timer was late meanwhile, ms | ${Math.max(0, maxLag - 10).toFixed(1)} | 20 |`,
  ];
  console.log(rows.join('\n'));
  writeFileSync(
    join(import.meta.dirname, 'results/auth.md'),
    `## Signing in

A request with a session beside the same request without, alternating over one connection, ${rounds.toLocaleString('en')} of each; sign-ins beside
bare argon2id hashing, as the program hashes, in the same run (\`npx tsx bench/auth.ts\`). Embedded database.

| | measured | limit |
|:--|--:|--:|
${rows.join('\n')}
`,
  );
} finally {
  await program.stop();
}
process.exit();
