import { addressOf, type SentBodyOf } from '@parlance/contract/endpoint';
import { type AnswerEvent, askChatbot, type Citation } from '@parlance/contract/endpoints/embed';
import type { Problem } from '@parlance/contract/shapes';

export interface ReceivedAnswer {
  status: number;
  headers: Headers;
  events: AnswerEvent[];
  /** All deltas together. */
  text: string;
  meta: { conversationId: string; messageId: string; visitorToken: string };
  citations: Citation[];
  done: Extract<AnswerEvent, { event: 'done' }>['data'] | undefined;
  /** A refusal, before the stream or inside it. */
  problem: Problem | undefined;
}

interface Visit {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Called with each event as it arrives. */
  onEvent?: (event: AnswerEvent) => void;
}

/** Asks as the widget does and listens to the end. */
export async function ask(
  program: { url: string },
  publicId: string,
  body: SentBodyOf<typeof askChatbot>,
  { headers = {}, signal, onEvent }: Visit = {},
): Promise<ReceivedAnswer> {
  const response = await fetch(program.url + addressOf(askChatbot, { publicId }), {
    method: 'POST',
    headers,
    // Without a media type, so that a browser sends it without a preflight.
    body: new Blob([JSON.stringify(body)]),
    ...(signal ? { signal } : {}),
  });
  const { events, problem } = await collectEvents<AnswerEvent>(response, onEvent);
  const dataOf = <K extends AnswerEvent['event']>(name: K) =>
    events.find(({ event }) => event === name)?.data as
      | Extract<AnswerEvent, { event: K }>['data']
      | undefined;
  return {
    status: response.status,
    headers: response.headers,
    events,
    text: events.map(({ event, data }) => (event === 'delta' ? data.text : '')).join(''),
    meta: dataOf('meta') ?? { conversationId: '', messageId: '', visitorToken: '' },
    citations: dataOf('citations')?.citations ?? [],
    done: dataOf('done'),
    problem: problem ?? dataOf('error'),
  };
}

/** The events of a stream, or the problem that came instead. */
export async function collectEvents<E>(response: Response, onEvent?: (event: E) => void) {
  const events: E[] = [];
  let problem: Problem | undefined;
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    let waiting = '';
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      waiting += piece;
      const frames = waiting.split('\n\n');
      waiting = frames.pop() ?? '';
      for (const frame of frames) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
        if (event === undefined || data === undefined) continue;
        const heard = { event, data: JSON.parse(data) } as E;
        events.push(heard);
        onEvent?.(heard);
      }
    }
  } else {
    problem = (await response.json()) as Problem;
  }
  return { events, problem };
}
