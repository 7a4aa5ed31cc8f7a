import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenLocally } from './local.ts';

export interface ModelRequest {
  path: string;
  authorization: string | undefined;
  body: {
    model: string;
    messages: { role: string; content: string }[];
    input: string | string[];
    dimensions?: number;
    [parameter: string]: unknown;
  };
  /** The caller hung up before the answer was whole. */
  aborted: boolean;
  /** What it wrote, paid for with the prompt; undefined where it refused to do anything. */
  answered: string | undefined;
}

/** What the server does with one request. A plain string is a well-behaved answer. */
export type Behaviour =
  | string
  | {
      /** Written word by word; with `usage: false` like servers that ignore include_usage. */
      text: string;
      usage?: { prompt_tokens: unknown; completion_tokens: unknown } | false;
      delayMs?: number;
      /** Awaited before the last word. */
      beforeEnd?: Promise<void>;
      /** After the text: an honest end, nothing more, a broken connection, silence, garbage, an error, or no end at all. */
      ending?:
        | 'done'
        | 'unmarked end'
        | 'hang up'
        | 'stall'
        | 'garbage'
        | 'error event'
        | 'endless'
        | 'finish and stall';
      /** As servers do that cannot stream. */
      whole?: boolean;
    }
  | { status: number; body?: string; headers?: Record<string, string> }
  | 'silence'
  | 'html';

/**
 * A local server that streams the OpenAI protocol, well or badly, and remembers what it was asked. Embeddings
 * are counted words: texts that share words lie near each other.
 */
export async function startModelServer(
  answer: (request: ModelRequest) => Behaviour | Promise<Behaviour> = () => 'Bonjour, je suis le modèle.',
) {
  const requests: ModelRequest[] = [];
  const next: Behaviour[] = [];
  let reply = answer;

  const server = createServer(async (incoming, response) => {
    const path = incoming.url ?? '';
    const request: ModelRequest = {
      path,
      authorization: incoming.headers.authorization,
      body: (await json(incoming)) as ModelRequest['body'],
      aborted: false,
      answered: undefined,
    };
    requests.push(request);
    response.on('close', () => {
      request.aborted = !response.writableFinished;
    });
    response.on('error', () => {});
    const behaviour = next.shift() ?? (path.endsWith('/embeddings') ? 'embed' : await reply(request));
    await behave(behaviour, request, response, incoming);
  });
  const { port, stop } = await listenLocally(server);
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    /** What the coming requests meet, one each; afterwards it answers as before. */
    next: (...behaviours: Behaviour[]) => void next.push(...behaviours),
    answer(change: typeof answer) {
      reply = change;
    },
    stop,
  };
}

async function behave(
  behaviour: Behaviour,
  request: ModelRequest,
  response: ServerResponse,
  incoming: IncomingMessage,
): Promise<void> {
  request.answered = typeof behaviour === 'object' && 'status' in behaviour ? undefined : '';
  if (behaviour === 'silence') return;
  if (behaviour === 'html') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Gateway</h1>');
  } else if (behaviour === 'embed') {
    embed(request, response);
  } else if (typeof behaviour === 'string') {
    await write({ text: behaviour }, request, response, incoming);
  } else if ('status' in behaviour) {
    response
      .writeHead(behaviour.status, { 'content-type': 'application/json', ...behaviour.headers })
      .end(behaviour.body ?? '{"error":{"message":"refused"}}');
  } else {
    await write(behaviour, request, response, incoming);
  }
}

async function write(
  {
    text,
    usage,
    delayMs = 0,
    beforeEnd,
    ending = 'done',
    whole = false,
  }: Extract<Behaviour, { text: string }>,
  request: ModelRequest,
  response: ServerResponse,
  incoming: IncomingMessage,
): Promise<void> {
  request.answered = text;
  const counted = usage ?? {
    prompt_tokens: Math.ceil(JSON.stringify(request.body.messages).length / 4),
    completion_tokens: Math.ceil(text.length / 4),
  };
  if (whole) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
        ...(counted ? { usage: counted } : {}),
      }),
    );
    return;
  }
  const send = (data: unknown) =>
    response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  const frame = (delta: object, finish_reason: string | null = null) =>
    send({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason }],
    });

  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  frame({ role: 'assistant', content: '' });
  const words = text.match(/\S+\s*/g) ?? [];
  for (const [at, word] of words.entries()) {
    if (delayMs > 0) await sleep(delayMs);
    if (at === words.length - 1) await beforeEnd;
    if (incoming.socket.destroyed) return;
    frame({ content: word });
  }
  switch (ending) {
    case 'stall':
      return;
    case 'hang up':
      // Let what was written leave first: a reset would take it back.
      await sleep(20);
      incoming.socket.destroy();
      return;
    case 'unmarked end':
      response.end();
      return;
    case 'garbage':
      send('{"choices": [');
      response.end();
      return;
    case 'error event':
      send({ error: { message: 'overloaded' } });
      response.end();
      return;
    case 'endless':
      while (!incoming.socket.destroyed) {
        if (!frame({ content: 'encore et encore ' }))
          await Promise.race([once(response, 'drain'), once(response, 'close')]);
        await sleep(0);
      }
      return;
    case 'finish and stall':
      frame({}, 'stop');
      return;
    default:
      frame({}, 'stop');
      if (
        counted &&
        (request.body.stream_options as { include_usage?: boolean } | undefined)?.include_usage
      ) {
        send({ choices: [], usage: counted });
      }
      send('[DONE]');
      response.end();
  }
}

function embed(request: ModelRequest, response: ServerResponse): void {
  const { body } = request;
  request.answered = 'vectors';
  const texts = [body.input].flat();
  const dimensions = body.dimensions ?? 64;
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      data: texts.map((text, index) => ({ index, embedding: wordsOf(text, dimensions) })),
      usage: { prompt_tokens: texts.join('').length, total_tokens: texts.join('').length },
    }),
  );
}

function wordsOf(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? []) {
    const place = createHash('sha256').update(word).digest().readUInt32BE() % dimensions;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
