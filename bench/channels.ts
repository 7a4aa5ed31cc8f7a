import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Messenger, openTelegram, openWhatsApp } from '../server/src/test/clients/messengers.ts';
import { startModelServer } from '../server/src/test/servers/model.ts';
import { readCollection } from './material/collections.ts';
import { type Program, startProgram } from './setup/program.ts';

/**
 * What a messenger's channel costs, on Telegram and on WhatsApp: how long a delivery takes to be acknowledged and to reach its job, at
 * rest and while its owner's files are read; how many visitors of one account are answered in a second, and whether an answer is lost
 * where the platform takes so many messages a second; how long forty visitors wait whose model takes two seconds. BENCH_FILES and
 * BENCH_MESSAGES make it smaller, for a try.
 */

const files = Number(process.env.BENCH_FILES ?? 1000);
const messages = Number(process.env.BENCH_MESSAGES ?? 1000);
const rounds = 200;
const everyMs = 250;
const allowedWebhookMs = 50;
const allowedStartMs = 1000;
/** What the platforms take of one account. */
const perSecond = { telegram: 30, whatsapp: 80 };
const titles = { telegram: 'Telegram', whatsapp: 'WhatsApp' };
const slowVisitors = 40;
const modelMs = 2000;
/** As many as Telegram opens at once if nobody says otherwise. */
const connections = 40;

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;
const ms = (value: number) => value.toFixed(1);
const load = () => loadavg()[0]?.toFixed(1);

const collection = readCollection('cranfield');
const messengers: Messenger[] = [await openTelegram(), await openWhatsApp()];
const settings: Record<string, string> = Object.assign({}, ...messengers.map(({ settings }) => settings));
const program = await startProgram(settings);
let lastChat = 0;

/** A chatbot of a running program on a platform, once it answers; gives its id. */
async function connect(to: Program, { creation: { endpoint, body } }: Messenger): Promise<string> {
  const { id } = await to.call<{ id: string }>('POST', endpoint.path, body);
  const statusOf = async () => (await to.call<{ status: string }>('GET', `/api/v1/channels/${id}`)).status;
  while ((await statusOf()) !== 'ready') await wait(100);
  return id;
}

interface Probe {
  healthMs: number[];
  webhookMs: number[];
  startMs: number[];
}

/** A bare request and a delivery, one after the other; the delivery's job has begun when the platform is asked to send. */
async function probe(messenger: Messenger, into: Probe): Promise<void> {
  const chat = ++lastChat;
  const asked = performance.now();
  await (await fetch(`${program.url}/healthz`)).text();
  const begun = performance.now();
  const answered = messenger.firstMessageTo(chat);
  const status = await messenger.deliver(messenger.command(chat));
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
async function crowd(
  running: Program,
  { arrived, refused, deliver }: Messenger,
  messages: number,
  textOf: (chat: number) => Record<string, unknown>,
) {
  const [from, refusedBefore] = [arrived.length, refused()];
  const first = lastChat + 1;
  lastChat += messages;
  const begun = performance.now();
  let at = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (at < messages) {
        const mine = at++;
        const status = await deliver(textOf(first + mine));
        if (status !== 200) throw new Error(`a delivery was answered ${status}`);
      }
    }),
  );
  const heard = (performance.now() - begun) / 1000;
  let [memory, quiet] = [0, 0];
  const answered = () => new Set(arrived.slice(from).map(({ chat }) => chat)).size;
  for (let before = -1; answered() < messages && quiet < 120; await wait(500)) {
    memory = Math.max(memory, running.memory());
    quiet = answered() === before ? quiet + 1 : 0;
    before = answered();
  }
  const seconds = ((arrived.at(-1)?.at ?? Number.NaN) - begun) / 1000;
  const lost = messages - answered();
  return { heard, seconds, lost, memory, refused: refused() - refusedBefore, busy: load() };
}

/** Forty visitors of a bot whose model takes its time; gives the seconds until the last of them is answered. */
async function slowCrowd(): Promise<{ seconds: number; lost: number; busy: string | undefined }> {
  const telegram = await openTelegram();
  const model = await startModelServer(async () => {
    await wait(modelMs);
    return 'Le petit-déjeuner est servi dès 7 h [1].';
  });
  const slow = await startProgram({ ...telegram.settings, LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'slow' });
  try {
    const id = await connect(slow, telegram);
    await slow.upload(id, [{ name: 'guide.txt', text: 'Le petit-déjeuner est servi dès 7 h.' }]);
    const question = (chat: number) => telegram.message('À quelle heure est le petit-déjeuner ?', chat);
    // The first question of all waits for what is read once.
    await crowd(slow, telegram, 1, question);
    return await crowd(slow, telegram, slowVisitors, question);
  } finally {
    await slow.stop();
    await model.stop();
    await telegram.stop();
  }
}

try {
  const ids: string[] = [];
  for (const messenger of messengers) ids.push(await connect(program, messenger));

  const restingMb = program.memory();
  const rows: string[] = [];
  const resting: Probe[] = [];
  for (const messenger of messengers) {
    const rest = newProbe();
    for (let round = 0; round < rounds; round++) await probe(messenger, rest);
    resting.push(rest);
    rows.push(rowOf(`${titles[messenger.platform]}, at rest`, rest, load()));
    console.log(rows.at(-1));
  }

  const amid = messengers.map(newProbe);
  const began = performance.now();
  let isReading = true;
  const documents = collection.documents.slice(0, files);
  const reading = program
    .upload(
      ids[0] ?? '',
      documents.map(({ id, text }) => ({ name: `${id}.txt`, text })),
    )
    .finally(() => {
      isReading = false;
    });
  const probing: Promise<void>[] = [];
  for (let at = 0; isReading; at++, await wait(everyMs)) {
    const [messenger, into] = [messengers[at % messengers.length], amid[at % messengers.length]];
    if (messenger && into) probing.push(probe(messenger, into));
  }
  await Promise.all([reading, ...probing]);
  const readingSeconds = (performance.now() - began) / 1000;
  for (const [at, { platform }] of messengers.entries()) {
    const into = amid[at] ?? newProbe();
    rows.push(rowOf(`${titles[platform]}, while ${documents.length} files are read`, into, load()));
    console.log(rows.at(-1));
  }

  const { questions } = collection;
  const crowds: string[] = [];
  let lostInAll = 0;
  for (const messenger of messengers) {
    const { platform, limit, command, message } = messenger;
    const rate = perSecond[platform];
    limit(rate);
    const kinds = {
      commands: command,
      questions: (chat: number) => message(questions[chat % questions.length]?.text ?? '', chat),
    };
    for (const [name, textOf] of Object.entries(kinds)) {
      const { heard, seconds, lost, memory, refused, busy } = await crowd(
        program,
        messenger,
        messages,
        textOf,
      );
      lostInAll += lost;
      crowds.push(
        `| ${titles[platform]}, ${messages} ${name} | ${(messages / heard).toFixed(0)} | ${seconds.toFixed(0)} | ${(messages / seconds).toFixed(1)} | ${((seconds * rate) / messages).toFixed(1)} × | ${refused} | ${lost} | ${memory.toFixed(0)} | ${busy} |`,
      );
      console.log(crowds.at(-1));
    }
  }
  const slow = await slowCrowd();
  console.log(slow);

  const kind = process.env.DATABASE_URL ? 'postgres' : 'embedded';
  writeFileSync(
    join(import.meta.dirname, `results/channels-${kind}.md`),
    `## Channels, ${kind === 'embedded' ? 'embedded' : 'on PostgreSQL'}

A bot and a number on local servers that speak Telegram's Bot API and Meta's Graph API (\`npx tsx bench/channels.ts\`${kind === 'embedded' ? '' : ' with DATABASE_URL'}).
A delivery goes out every ${everyMs} ms, to either in turn, while their owner's ${documents.length} files are uploaded and read (${readingSeconds.toFixed(0)} s), at rest one
after the other; beside each a bare \`GET /healthz\` of the same program. Its job has begun when the platform is asked to send what it says: an upper bound.
Wanted: the webhook within ${allowedWebhookMs} ms at the median, the job within ${allowedStartMs / 1000} s at p95. *Load* is the machine's, of a minute,
which others used, too.

| | deliveries | healthz, median ms | webhook, median ms | webhook, p95 ms | until the job, median ms | until the job, p95 ms | load |
|---|--:|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}

${messages} visitors of one account write at once, on ${connections} connections, to a platform that takes so many messages a second (Telegram ${perSecond.telegram},
WhatsApp ${perSecond.whatsapp}) and refuses what is beyond. The time until the last answer beside what those allow; a question waits a second for another.
At the start the program held ${restingMb.toFixed(0)} MB. The files are the bot's: the number answers without any.

| | heard a second | seconds until the last answer | answers a second | of the least possible | refused as too many | lost | memory, MB | load |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
${crowds.join('\n')}

With a model that takes ${modelMs / 1000} s, ${slowVisitors} visitors of one bot who write at once are all answered within ${slow.seconds.toFixed(1)} s (lost: ${slow.lost}; load ${slow.busy}).
`,
  );
  const isMet =
    [...resting, ...amid].every(({ webhookMs }) => quantile(webhookMs, 0.5) <= allowedWebhookMs) &&
    amid.every(({ startMs }) => quantile(startMs, 0.95) < allowedStartMs) &&
    lostInAll + slow.lost === 0;
  if (!isMet) process.exitCode = 1;
} finally {
  await program.stop();
  for (const messenger of messengers) await messenger.stop();
}
