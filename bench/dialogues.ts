import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { estimateTokens } from '@parlance/contract/limits';
import {
  isAnswerable,
  isRelevant,
  isRight,
  isTalk,
  kinds,
  type Organisation,
  readOrganisations,
  type Turn,
} from './material/dialogues.ts';
import { createReferenceReplies } from './references/dialogues.ts';
import { type Program, startProgram } from './setup/program.ts';
import { askWidget, type WidgetAnswer } from './setup/widget-client.ts';

/**
 * What visitors of small organisations meet: each dialogue a conversation of its own, asked through the widget's
 * endpoint. Quoting, then with a stand-in model, of which only what reaches it counts. `--show KIND` prints the turns of
 * that kind with what was shown.
 */

interface Reply {
  organisation: string;
  turn: Turn;
  answer: WidgetAnswer;
  reference: string[];
  /** What the model was asked, where it was. */
  prompt?: string | undefined;
  /** The same, where it says questions in other words when it is asked to. */
  reworded?: string | undefined;
}

/**
 * Says always the same; keeps what it was asked to answer. Questions that it is to say in other words it repeats, or says
 * as a language model did that saw no more than they and the organisation's name.
 */
async function listeningModel(rewording: Readonly<Record<string, string>> = {}) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { messages } = JSON.parse(body) as { messages: { content: string }[] };
    const prompt = messages.map(({ content }) => content).join('\n');
    const isToAnswer = prompt.includes('<passages>');
    if (isToAnswer) asked.push(prompt);
    const question = /<question>\n(.*)\n<\/question>/s.exec(prompt)?.[1] ?? '';
    const content = isToAnswer ? 'D’accord [1].' : (rewording[question] ?? question);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (data: unknown) => response.write(`data: ${JSON.stringify(data)}\n\n`);
    send({ choices: [{ index: 0, delta: { role: 'assistant', content } }] });
    send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked, server };
}

async function converse(program: Program, organisation: Organisation, asked?: string[]): Promise<Reply[]> {
  const chatbot = await program.call<{ id: string; publicId: string }>('POST', '/api/v1/chatbots', {
    name: organisation.name.slice(0, 50),
    platform: 'website',
  });
  await program.upload(chatbot.id, organisation.documents);
  const reference = createReferenceReplies(organisation);
  const replies: Reply[] = [];
  for (const { language, turns } of organisation.dialogues) {
    let known: Pick<WidgetAnswer, 'conversationId' | 'visitorToken'> | undefined;
    let before: string | undefined;
    for (const turn of turns) {
      asked?.splice(0);
      const answer = await askWidget(program.url, chatbot.publicId, { text: turn.ask, language, ...known });
      known = { conversationId: answer.conversationId, visitorToken: answer.visitorToken };
      replies.push({
        organisation: organisation.id,
        turn,
        answer,
        reference: reference(turn, before),
        prompt: asked?.join('\n'),
      });
      before = turn.ask;
    }
  }
  return replies;
}

const share = (count: number, of: number) => (of === 0 ? '' : (count / of).toFixed(2));
const countOf = <T>(rows: readonly T[], is: (row: T) => boolean) => rows.filter(is).length;

function figures(replies: readonly Reply[]): string[] {
  const answerable = replies.filter(({ turn }) => isAnswerable(turn));
  const silent = replies.filter(({ turn }) => turn.kind === 'unanswerable' || turn.kind === 'offtopic');
  const talk = replies.filter(({ turn }) => isTalk(turn));
  const shown = answerable.flatMap(({ turn, answer }) =>
    answer.shown.map((piece) => isRelevant(turn, piece)),
  );
  const isRefused = ({ answer }: Reply) => answer.mode === 'unanswered';
  return [
    String(replies.length),
    share(
      countOf(answerable, ({ turn, reference }) => isRight(turn, reference)),
      answerable.length,
    ),
    share(
      countOf(answerable, ({ turn, answer }) => isRight(turn, answer.shown)),
      answerable.length,
    ),
    share(
      countOf(answerable, ({ turn, answer }) => isRight(turn, answer.shown.slice(0, 1))),
      answerable.length,
    ),
    share(
      countOf(shown, (isRelevant) => !isRelevant),
      shown.length,
    ),
    share(countOf(answerable, isRefused), answerable.length),
    share(countOf(silent, isRefused), silent.length),
    share(
      countOf(talk, ({ answer }) => answer.mode === 'generated' && answer.text.trim() !== ''),
      talk.length,
    ),
  ];
}

const isReached = (turn: Turn, prompt = '') => prompt.split('\n').some((line) => isRelevant(turn, line));

const meanTokens = (replies: readonly Reply[]) => {
  const asked = replies.flatMap(({ prompt }) => (prompt ? estimateTokens(prompt) : []));
  return asked.length === 0
    ? ''
    : String(Math.round(asked.reduce((sum, one) => sum + one, 0) / asked.length));
};

function reached(replies: readonly Reply[]): string[] {
  const answerable = replies.filter(({ turn }) => isAnswerable(turn));
  const talk = replies.filter(({ turn }) => isTalk(turn));
  return [
    String(replies.length),
    share(
      countOf(answerable, ({ turn, prompt }) => isReached(turn, prompt)),
      answerable.length,
    ),
    share(
      countOf(answerable, ({ turn, reworded }) => isReached(turn, reworded)),
      answerable.length,
    ),
    meanTokens(replies),
    share(
      countOf(talk, ({ prompt, answer }) => prompt === '' && answer.mode === 'generated'),
      talk.length,
    ),
  ];
}

function rowsOf(replies: readonly Reply[], measure: (replies: readonly Reply[]) => string[]): string {
  const groups: [string, Reply[]][] = [
    ['all', [...replies]],
    ...kinds.map((kind): [string, Reply[]] => [kind, replies.filter(({ turn }) => turn.kind === kind)]),
  ];
  return groups.map(([name, group]) => `| ${[name, ...measure(group)].join(' | ')} |`).join('\n');
}

async function all(more?: Record<string, string>, asked?: string[]): Promise<Reply[]> {
  const program = await startProgram(more);
  try {
    const replies: Reply[] = [];
    for (const organisation of readOrganisations())
      replies.push(...(await converse(program, organisation, asked)));
    return replies;
  } finally {
    await program.stop();
  }
}

const wanted = process.argv.indexOf('--show');
const quoting = await all();
if (wanted > 0) {
  for (const { organisation, turn, answer } of quoting.filter(
    ({ turn }) => turn.kind === process.argv[wanted + 1],
  ))
    console.log(
      `${isAnswerable(turn) ? (isRight(turn, answer.shown) ? '✓' : '✗') : '·'} ${organisation} | ${turn.ask}\n    ${answer.mode}: ${answer.text.replaceAll('\n', '\n    ')}`,
    );
} else {
  const ask = async (rewording?: Record<string, string>) => {
    const model = await listeningModel(rewording);
    const replies = await all({ LLM_BASE_URL: model.url, LLM_MODEL: 'listener' }, model.asked);
    model.server.close();
    return replies;
  };
  const modelled = await ask();
  const rewording = fs.readFileSync(
    new URL('material/dialogues-reformulations.json', import.meta.url),
    'utf8',
  );
  const reworded = await ask(JSON.parse(rewording) as Record<string, string>);
  for (const [at, reply] of modelled.entries()) reply.reworded = reworded[at]?.prompt;
  const section = `## Dialogues

Ten invented organisations, ${quoting.length} turns as people write them, each dialogue a conversation through the widget's endpoint
(\`npx tsx bench/dialogues.ts\`; \`--show KIND\` prints the turns). *Right*: every expected part is shown, beside it what thirty
lines do (BM25 over sentences and rows with their headings, the question before added to a follow-up, nothing refused);
*first*: within the first sentence or row; *noise*: of what is shown for answerable questions, what no good answer holds;
*refused*: "I don't know", of the answerable and of those that the documents don't answer; *talk*: greetings and the
like that get a sentence which is neither a quotation nor "I don't know".

| kind | turns | reference right | right | first | noise | answerable refused | others refused | talk |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
${rowsOf(quoting, figures)}

With a stand-in model. *Reached*: something relevant stands in what the model is asked; *reworded*: the same where it says
questions of which little is found in other words, written beforehand by a language model from the question and the
organisation's name (\`dialogues-reformulations.json\`); *prompt*: tokens of what it is asked, where it is; *talk*: as above,
without asking it.

| kind | turns | reached | reworded | prompt | talk |
|---|--:|--:|--:|--:|--:|
${rowsOf(modelled, reached)}
`;
  console.log(section);
  fs.writeFileSync('bench/results/dialogues.md', section);
}
