import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { listenLocally } from '../../server/src/test/servers/local.ts';

/** The widgets measured beside ours: a package each, as its README includes it in a page. */
export const peers = [
  {
    name: 'flowise-embed',
    version: '3.1.6',
    page: (origin: string) =>
      `<script type="module">import Chatbot from '${origin}/flowise-embed.js';Chatbot.init({chatflowid:'bench',apiHost:'${origin}/flowise'})</script>`,
    launcher: 'button',
    field: 'textarea',
  },
  {
    name: '@typebot.io/js',
    version: '0.10.7',
    page: (origin: string) =>
      `<script type="module">import Typebot from '${origin}/@typebot.io/js.js';Typebot.initBubble({typebot:'bench',apiHost:'${origin}/typebot'})</script>`,
    launcher: 'button',
    field: 'input,textarea',
  },
] as const;

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
};

const paragraph = (id: string, text: string) => ({
  id,
  type: 'text',
  content: { type: 'richText', richText: [{ type: 'p', children: [{ text }] }] },
});
const textInput = { id: 'ask', type: 'text input', options: {} };

/** Answers as the peers' own servers would: Flowise word by word, Typebot a message at a time, both without a wait. */
export async function servePeers(folder: string, words: () => readonly string[]) {
  const json = (response: ServerResponse, value: unknown) =>
    response.writeHead(200, { ...cors, 'content-type': 'application/json' }).end(JSON.stringify(value));
  let asked = 0;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    for await (const _ of request);
    const { pathname } = new URL(request.url ?? '/', 'http://peers');
    if (request.method === 'OPTIONS') return response.writeHead(204, cors).end();
    const peer = peers.find(({ name }) => pathname === `/${name}.js`);
    if (peer) {
      const file = await readFile(join(folder, 'node_modules', peer.name, 'dist/web.js'));
      return response
        .writeHead(200, { ...cors, 'content-type': 'text/javascript', 'content-encoding': 'gzip' })
        .end(gzipSync(file, { level: 9 }));
    }
    if (pathname.startsWith('/flowise/api/v1/chatflows-streaming/'))
      return json(response, { isStreaming: true });
    if (pathname.startsWith('/flowise/api/v1/public-chatbotConfig/')) return json(response, {});
    if (pathname.startsWith('/flowise/api/v1/prediction/')) {
      response.writeHead(200, { ...cors, 'content-type': 'text/event-stream' });
      const send = (event: string, data: unknown) =>
        response.write(`event: message\ndata: ${JSON.stringify({ event, data })}\n\n`);
      send('start', '');
      for (const word of words()) send('token', word);
      send('metadata', { chatId: 'c', chatMessageId: `m${++asked}`, question: '', sessionId: 'c' });
      send('end', '[DONE]');
      return response.end();
    }
    if (pathname.endsWith('/startChat'))
      return json(response, {
        sessionId: 'session',
        typebot: {
          id: 'bench',
          version: '6',
          theme: { general: { font: { type: 'Custom', family: 'system-ui' } } },
          settings: { typingEmulation: { enabled: false } },
          publishedAt: new Date(0).toISOString(),
        },
        messages: [paragraph('welcome', 'Bonjour')],
        input: textInput,
      });
    if (pathname.endsWith('/continueChat'))
      return json(response, { messages: [paragraph(`m${++asked}`, words().join(''))], input: textInput });
    return response.writeHead(404, cors).end();
  }

  const { port, stop } = await listenLocally(
    createServer((request, response) => {
      answer(request, response).catch(() => response.destroy());
    }),
  );
  return { origin: `http://127.0.0.1:${port}`, stop };
}
