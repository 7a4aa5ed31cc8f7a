import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A model that speaks the OpenAI protocol: its first word after a fixed time, the others at a fixed rate. */
const firstMs = 100;
const eachMs = 15;
const answer =
  'D’après les documents fournis, la réponse tient en quelques mots [1]. Elle est donnée ici telle que les sources la disent, sans rien y ajouter ni en retrancher [1]. Les détails suivent dans le passage cité, que l’on peut ouvrir pour vérifier [1].';
const wordsOf = (text: string) => text.match(/\S+\s*/g) ?? [];
const firstPassage = /<passage number="1"[^>]*>\n([\s\S]*?)\n<\/passage>/;

/** The first sentences of the first passage, cited: what is not in the passages is not shown. Else the usual answer. */
function answerTo(body: string): string {
  const { messages } = JSON.parse(body) as { messages: { content: string }[] };
  const [, passage = ''] = firstPassage.exec(messages.map(({ content }) => content).join('\n')) ?? [];
  const sentences = passage.match(/\p{Lu}[^.!?\n]{20,120}[.](?=\s)/gu) ?? [];
  return sentences.length === 0
    ? answer
    : sentences
        .slice(0, 3)
        .map((sentence) => `${sentence.slice(0, -1)} [1].`)
        .join(' ');
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += piece;
  const words = wordsOf(answerTo(body));
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (data: unknown) => response.write(`data: ${JSON.stringify(data)}\n\n`);
  send({ choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] });
  // By the clock, so that a late timer delays one word and not all that follow.
  const begun = performance.now();
  for (const [at, content] of words.entries()) {
    const due = begun + firstMs + at * eachMs - performance.now();
    if (due > 0) await wait(due);
    if (response.destroyed) return;
    send({ choices: [{ index: 0, delta: { content } }] });
  }
  send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  send({ choices: [], usage: { prompt_tokens: 1200, completion_tokens: words.length } });
  response.end('data: [DONE]\n\n');
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
