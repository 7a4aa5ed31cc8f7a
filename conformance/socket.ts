import { WebSocket } from 'ws';
import { eventually, type Json, pause, type Server } from './caller.ts';

export interface Frame {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: Json;
}

const read = (text: string): Frame => {
  const frame = JSON.parse(text);
  if (!Array.isArray(frame)) return { ...frame, joinRef: frame.join_ref ?? null };
  const [joinRef, ref, topic, event, payload] = frame;
  return { joinRef, ref, topic, event, payload };
};

/** The realtime socket as the wire has it. */
export async function connect(
  server: Server,
  { vsn = '2.0.0', key = server.key, more = '&eventsPerSecond=0.2' } = {},
) {
  const address = `${server.url.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=${vsn}${more}`;
  const socket = new WebSocket(address);
  const frames: Frame[] = [];
  const raw: string[] = [];
  let pings = 0;
  let isClosed = false;
  socket.on('message', (data) => {
    raw.push(String(data));
    frames.push(read(String(data)));
  });
  socket.on('ping', () => {
    pings++;
  });
  socket.on('close', () => {
    isClosed = true;
  });
  socket.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('unexpected-response', (_request, response) =>
      reject(new Error(`HTTP ${response.statusCode}`)),
    );
    socket.once('error', reject);
  });
  let lastRef = 0;

  const send = (topic: string, event: string, payload: unknown, joinRef: string | null = null): string => {
    const ref = String(++lastRef);
    const own = event === 'phx_join' ? ref : joinRef;
    socket.send(
      vsn === '1.0.0'
        ? JSON.stringify({ topic, event, payload, ref, join_ref: own })
        : JSON.stringify([own, ref, topic, event, payload]),
    );
    return ref;
  };

  /** The first frame that fits, come or yet to come. */
  const frame = (what: string, fits: (frame: Frame) => boolean) => eventually(what, () => frames.find(fits));

  const reply = (ref: string) =>
    frame(`the reply to ${ref}`, (seen) => seen.event === 'phx_reply' && seen.ref === ref);

  const call = async (topic: string, event: string, payload: unknown, joinRef?: string) =>
    (await reply(send(topic, event, payload, joinRef ?? null))).payload as Json;

  return {
    frames,
    raw,
    send,
    sendText: (text: string | Buffer) => socket.send(text),
    frame,
    call,
    pings: () => pings,
    isClosed: () => isClosed,
    join: (topic: string, changes: object[] | undefined, token?: string, more: object = {}) =>
      call(topic, 'phx_join', {
        config: {
          broadcast: { ack: false, self: false },
          presence: { key: '', enabled: false },
          ...(changes === undefined ? {} : { postgres_changes: changes }),
          private: false,
        },
        ...(token === undefined ? {} : { access_token: token }),
        ...more,
      }),
    changes: (topic?: string) =>
      frames
        .filter((seen) => seen.event === 'postgres_changes' && (topic === undefined || seen.topic === topic))
        .map(({ payload }) => payload as Json),
    /** Until nothing more is on its way. */
    settle: () => pause(250),
    close: () => socket.terminate(),
  };
}

export type Socket = Awaited<ReturnType<typeof connect>>;
