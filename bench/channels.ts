import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startBotApi } from '../server/src/test/servers/bot-api.ts';
import { readCollection } from './material/collections.ts';
import { startProgram } from './setup/program.ts';

/**
 * What a messenger's channel costs: how long a delivery takes to be acknowledged and to reach its job, at rest and while its
 * owner's files are read; how many visitors of one bot are answered in a second, and whether an answer is lost where the
 * platform takes thirty messages a second. BENCH_FILES and BENCH_MESSAGES make it smaller, for a try.
 */

const files = Number(process.env.BENCH_FILES ?? 1000);
const messages = Number(process.env.BENCH_MESSAGES ?? 1000);
const rounds = 200;
const everyMs = 250;
const allowedWebhookMs = 50;
const allowedStartMs = 1000;
const perSecond = 30;
/** As many as Telegram opens at once if nobody says otherwise. */
const connections = 40;

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;
const ms = (value: number) => value.toFixed(1);
const load = () => loadavg()[0]?.toFixed(1);

const collection = readCollection('cranfield');
const api = await startBotApi();
const program = await startProgram({ TELEGRAM_API_URL: api.url });
let lastChat = 0;

interface Probe {
  healthMs: number[];
  webhookMs: number[];
  startMs: number[];
}

/** A bare request and a delivery, one after the other; the delivery's job has begun when the platform is asked to send. */
async function probe(token: string, into: Probe): Promise<void> {
  const chat = ++lastChat;
  const asked = performance.now();
  await (await fetch(`${program.url}/healthz`)).text();
  const begun = performance.now();
  const answered = api.firstMessageTo(chat);
  const status = await api.deliver(token, api.command('/help', chat));
  const acknowledged = performance.now();
  if (status !== 200) throw new Error(`a delivery was answered ${status}`);
  await answered;
  into.healthMs.push(begun - asked);
  into.webhookMs.push(acknowledged - begun);
  into.startMs.push(performance.now() - begun);
}

const newProbe = (): Probe => ({ healthMs: [], webhookMs: [], startMs: [] });

const rowOf = (name: string, { healthMs, webhookMs, startMs }: Probe, busy: string | undefined) => {
  const [health, webhook] = [quantile(healthMs, 0.5), quantile(webhookMs, 0.5)];
  return `| ${name} | ${startMs.length} | ${ms(health)} | ${ms(webhook)} (${(webhook / health).toFixed(1)} ×) | ${ms(quantile(webhookMs, 0.95))} | ${ms(quantile(startMs, 0.5))} | ${ms(quantile(startMs, 0.95))} | ${busy} |`;
};

/** So many visitors write at once; gives how fast they were heard and answered, and what became of each answer. */
async function crowd(token: string, textOf: (chat: number) => Record<string, unknown>) {
  const [from, refusedBefore] = [api.arrived.length, api.refused()];
  const first = lastChat + 1;
  lastChat += messages;
  const begun = performance.now();
  let at = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (at < messages) {
        const mine = at++;
        const status = await api.deliver(token, textOf(first + mine));
        if (status !== 200) throw new Error(`a delivery was answered ${status}`);
      }
    }),
  );
  const heard = (performance.now() - begun) / 1000;
  let [memory, quiet] = [0, 0];
  const answered = () => new Set(api.arrived.slice(from).map(({ chat }) => chat)).size;
  for (let before = -1; answered() < messages && quiet < 120; await wait(500)) {
    memory = Math.max(memory, program.memory());
    quiet = answered() === before ? quiet + 1 : 0;
    before = answered();
  }
  const seconds = ((api.arrived.at(-1)?.at ?? Number.NaN) - begun) / 1000;
  const lost = messages - answered();
  return { heard, seconds, lost, memory, refused: api.refused() - refusedBefore, busy: load() };
}

try {
  const token = api.addBot('bench_bot');
  const channel = await program.call<{ id: string }>('POST', '/api/v1/channels/telegram', {
    name: 'Bench',
    botToken: token,
  });
  const statusOf = async () =>
    (await program.call<{ status: string }>('GET', `/api/v1/channels/${channel.id}`)).status;
  while ((await statusOf()) !== 'ready') await wait(100);

  const restingMb = program.memory();
  const rest = newProbe();
  for (let round = 0; round < rounds; round++) await probe(token, rest);
  const rows = [rowOf('at rest', rest, load())];
  console.log(rows[0]);

  const amid = newProbe();
  const began = performance.now();
  let isReading = true;
  const documents = collection.documents.slice(0, files);
  const reading = program
    .upload(
      channel.id,
      documents.map(({ id, text }) => ({ name: `${id}.txt`, text })),
    )
    .finally(() => {
      isReading = false;
    });
  const probes: Promise<void>[] = [];
  for (; isReading; await wait(everyMs)) probes.push(probe(token, amid));
  await Promise.all([reading, ...probes]);
  const readingSeconds = (performance.now() - began) / 1000;
  rows.push(rowOf(`while ${documents.length} files are read`, amid, load()));
  console.log(rows[1]);

  api.limit(perSecond);
  const { questions } = collection;
  const kinds = {
    commands: await crowd(token, (chat) => api.command('/help', chat)),
    questions: await crowd(token, (chat) =>
      api.message(questions[chat % questions.length]?.text ?? '', chat),
    ),
  };
  const crowds = Object.entries(kinds).map(
    ([name, { heard, seconds, lost, memory, refused, busy }]) =>
      `| ${messages} ${name} | ${(messages / heard).toFixed(0)} | ${seconds.toFixed(0)} | ${(messages / seconds).toFixed(1)} | ${((seconds * perSecond) / messages).toFixed(1)} × | ${refused} | ${lost} | ${memory.toFixed(0)} | ${busy} |`,
  );
  console.log(crowds.join('\n'));

  const kind = process.env.DATABASE_URL ? 'postgres' : 'embedded';
  writeFileSync(
    join(import.meta.dirname, `results/channels-${kind}.md`),
    `## Channels, ${kind === 'embedded' ? 'embedded' : 'on PostgreSQL'}

A bot on a local server that speaks Telegram's Bot API (\`npx tsx bench/channels.ts\`${kind === 'embedded' ? '' : ' with DATABASE_URL'}). A delivery goes out every
${everyMs} ms while its owner's ${documents.length} files are uploaded and read (${readingSeconds.toFixed(0)} s), at rest one after the other; beside each a
bare \`GET /healthz\` of the same program. Its job has begun when the platform is asked to send what it says: an upper bound.
Wanted: the webhook within ${allowedWebhookMs} ms at the median, the job within ${allowedStartMs / 1000} s at p95. *Load* is the machine's, of a minute,
which others used, too.

| | deliveries | healthz, median ms | webhook, median ms | webhook, p95 ms | until the job, median ms | until the job, p95 ms | load |
|---|--:|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}

${messages} visitors of one bot write at once, on ${connections} connections, to a platform that takes ${perSecond} messages a second and refuses what is
beyond with 429. The time until the last answer beside what those ${perSecond} a second allow; a question waits a second for another.
At the start the program held ${restingMb.toFixed(0)} MB.

| | heard a second | seconds until the last answer | answers a second | of the least possible | refused with 429 | lost | memory, MB | load |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
${crowds.join('\n')}
`,
  );
  const isMet =
    [rest, amid].every(({ webhookMs }) => quantile(webhookMs, 0.5) <= allowedWebhookMs) &&
    quantile(amid.startMs, 0.95) < allowedStartMs &&
    Object.values(kinds).every(({ lost }) => lost === 0);
  if (!isMet) process.exitCode = 1;
} finally {
  await program.stop();
  await api.stop();
}
