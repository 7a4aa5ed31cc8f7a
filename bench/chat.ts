import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCollection } from './material/collections.ts';
import { startProgram } from './setup/program.ts';

/**
 * Time to first text and throughput through the widget's endpoint, less the model's own, with 10,000 passages in the
 * chatbot; beside a bare proxy to the same local model in the same run. Model, proxy and program are processes of their
 * own; the visitors are this one.
 */

const passages = 10_000;
const loads = [
  { visitors: 1, questions: 40 },
  { visitors: 16, questions: 8 },
  { visitors: 64, questions: 5 },
];

interface Run {
  firstMs: number[];
  words: number;
  seconds: number;
  errors: number;
}

const here = (name: string) => join(import.meta.dirname, name);

async function start(file: string, ...words: string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(here(file), words, { execArgv: ['--import', 'tsx'] });
  const [message] = (await once(child, 'message')) as [{ port: number }];
  return { child, url: `http://127.0.0.1:${message.port}` };
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

/** Asks once; `text` tells what of an event is text for the visitor. */
async function askOnce(url: string, body: unknown, text: (data: string) => string, run: Run) {
  const begun = performance.now();
  let first: number | undefined;
  let said = '';
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
    let rest = '';
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (!line.startsWith('data: {')) continue;
        const heard = text(line.slice(6));
        if (heard !== '') first ??= performance.now();
        said += heard;
      }
    }
    if (first === undefined) throw new Error('no text');
    run.firstMs.push(first - begun);
    run.words += said.split(/\s+/).length;
  } catch {
    run.errors++;
  }
}

async function drive(
  { visitors, questions }: (typeof loads)[number],
  ask: (visitor: number, question: number, run: Run) => Promise<void>,
): Promise<Run> {
  const run: Run = { firstMs: [], words: 0, seconds: 0, errors: 0 };
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: visitors }, async (_, visitor) => {
      for (let at = 0; at < questions; at++) await ask(visitor, at, run);
    }),
  );
  run.seconds = (performance.now() - begun) / 1000;
  return run;
}

const ofModel = (data: string) => JSON.parse(data).choices?.[0]?.delta?.content ?? '';
const ofWidget = (data: string) => {
  const event = JSON.parse(data) as { text?: string };
  return event.text ?? '';
};

/** The collections' sentences, drawn anew until there are enough passages; files of about 1 MB. */
function documents(): { name: string; text: string }[] {
  const paragraphs = ['piaf-fr']
    .map(readCollection)
    .flatMap(({ documents }) => documents.map(({ text }) => text));
  const files: { name: string; text: string }[] = [];
  const charactersEach = 900;
  let text = '';
  for (let at = 0, left = passages * charactersEach; left > 0; at++) {
    const paragraph = paragraphs[(at * 7919) % paragraphs.length] ?? '';
    const copy = Math.floor(at / paragraphs.length);
    // Each round over the collection speaks of other years, so that no passage is another's twin.
    const varied = copy === 0 ? paragraph : `${paragraph} Édition ${1000 + copy}, dossier ${at}.`;
    text += `${varied}\n\n`;
    left -= varied.length;
    if (text.length > 1_000_000 || left <= 0) {
      files.push({ name: `archive-${files.length + 1}.txt`, text });
      text = '';
    }
  }
  return files;
}

const model = await start('setup/chat-model.ts');
const modelUrl = `${model.url}/v1/chat/completions`;
const proxy = await start('setup/chat-proxy.ts', modelUrl);
const program = await startProgram({ LLM_BASE_URL: `${model.url}/v1`, LLM_MODEL: 'bench' });
try {
  const chatbot = await program.call<{ id: string; publicId: string }>('POST', '/api/v1/chatbots', {
    name: 'Archives',
    platform: 'website',
  });
  await program.upload(chatbot.id, documents());
  const endpoint = `${program.url}/embed/v1/${chatbot.publicId}/messages`;

  // Only questions that the model answers; the first round also warms everything up.
  const questions: string[] = [];
  for (const { text } of readCollection('piaf-fr').questions) {
    if (questions.length >= 60) break;
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    });
    if ((await response.text()).includes('"mode":"generated"')) questions.push(text);
  }
  const question = (visitor: number, at: number) => questions[(visitor * 13 + at) % questions.length] ?? '';
  const prompt = (text: string) => ({ stream: true, messages: [{ role: 'user', content: text }] });

  const rows: string[] = [];
  for (const load of loads) {
    const direct = await drive(load, (visitor, at, run) =>
      askOnce(modelUrl, prompt(question(visitor, at)), ofModel, run),
    );
    const proxied = await drive(load, (visitor, at, run) =>
      askOnce(proxy.url, prompt(question(visitor, at)), ofModel, run),
    );
    const ours = await drive(load, (visitor, at, run) =>
      askOnce(endpoint, { text: question(visitor, at) }, ofWidget, run),
    );
    const own = median(direct.firstMs);
    const added = (run: Run, of = median) => (of(run.firstMs) - own).toFixed(1);
    const rate = (run: Run) => run.words / run.seconds;
    const p95 = (values: number[]) => quantile(values, 0.95);
    rows.push(
      `| ${load.visitors} | ${own.toFixed(1)} | ${added(ours)} | ${added(ours, p95)} | ${added(proxied)} | ${added(proxied, p95)} | ${(rate(ours) / rate(direct)).toFixed(2)} | ${(rate(proxied) / rate(direct)).toFixed(2)} | ${ours.errors} |`,
    );
    console.log(rows.at(-1));
  }
  const section = `## Chat

Time to first text through the widget's endpoint, less the model's own time, milliseconds, and the share of the model's own
rate of words (\`npx tsx bench/chat.ts\`). ${passages.toLocaleString('en')} passages in the chatbot, embedded database, answers streamed by a
local model in a process of its own. Nothing is shown before the first sentence is whole and
holds: its words, 15 ms each, are in what is added. Reference: a bare Node proxy to the same model in the same run.

| visitors at once | model's own first text | added, median | added, p95 | proxy, median | proxy, p95 | rate | proxy's rate | errors |
|--:|--:|--:|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}
`;
  writeFileSync(here('results/chat.md'), section);
} finally {
  await program.stop();
  model.child.kill();
  proxy.child.kill();
}
