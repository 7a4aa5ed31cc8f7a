import { once } from 'node:events';
import { isLanguage } from '@parlance/contract/i18n';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { AppError } from '../errors.ts';
import { problemOf, refusalOf } from './problem.ts';
import { languageOf } from './route.ts';

const heartbeatMs = 15_000;
const maxStreamMs = 120_000;
/** A reader that leaves this much unread is cut. */
const maxUnreadBytes = 1_048_576;

const stoppingError = () => new AppError('unavailable', { retryAfterSeconds: 5 });

/** Streams that run in this process: a stop waits for them, and lets no other begin. */
export class OpenStreams {
  #isStopping = false;
  #open = new Set<AbortController>();
  #idle: (() => void)[] = [];

  get size(): number {
    return this.#open.size;
  }

  add(controller: AbortController): () => void {
    if (this.#isStopping) throw stoppingError();
    this.#open.add(controller);
    return () => {
      this.#open.delete(controller);
      if (this.#open.size === 0) for (const wake of this.#idle.splice(0)) wake();
    };
  }

  /** Waits for the running streams, then ends those that remain. */
  async drain(graceMs: number): Promise<void> {
    this.#isStopping = true;
    if (this.#open.size === 0) return;
    const idle = new Promise<void>((resolve) => this.#idle.push(resolve));
    const timer = setTimeout(() => {
      for (const controller of this.#open) controller.abort(stoppingError());
    }, graceMs);
    await idle;
    clearTimeout(timer);
  }
}

/**
 * Runs work whose outcome is answered in one piece: `signal` is aborted when its reader leaves, when it takes too long, or, as that
 * throws, when the program stops.
 */
export async function whileRead<T>(
  streams: OpenStreams,
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const done = streams.add(controller);
  const leave = () => controller.abort();
  reply.raw.once('close', leave);
  const deadline = setTimeout(leave, maxStreamMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(deadline);
    reply.raw.off('close', leave);
    done();
  }
}

/**
 * Answers with server-sent events. The first is awaited before anything is sent, so that what is refused at the start
 * is a plain problem; what fails later is an `error` event. When the reader leaves, `signal` is aborted and the rest of
 * `events` is still awaited: it knows what must be stored. For a reader who has left before this nothing is begun.
 */
export async function sendEvents(
  context: Context,
  streams: OpenStreams,
  request: FastifyRequest,
  reply: FastifyReply,
  make: (signal: AbortSignal) => AsyncGenerator<{ event: string; data: unknown }>,
  headers: Record<string, string>,
): Promise<void> {
  const response = reply.raw;
  // Whoever has left already is not told again that they did.
  if (response.destroyed) return;
  const controller = new AbortController();
  const done = streams.add(controller);
  const leave = () => controller.abort();
  response.once('close', leave);
  const deadline = setTimeout(leave, maxStreamMs);
  const over = once(controller.signal, 'abort');
  let heartbeat: NodeJS.Timeout | undefined;
  // Events without a wait between them travel in one packet.
  let gathered = '';
  let gathering: NodeJS.Immediate | undefined;
  const flush = () => {
    clearImmediate(gathering);
    gathering = undefined;
    if (gathered !== '' && !response.destroyed && !response.writableEnded) response.write(gathered);
    gathered = '';
  };
  const write = async (frame: string) => {
    if (response.destroyed || response.writableEnded) return;
    gathered += frame;
    gathering ??= setImmediate(flush);
    if (!response.writableNeedDrain) return;
    if (response.writableLength > maxUnreadBytes) response.destroy();
    // A reader that takes nothing more has until the end of the stream's time, and then holds up nothing of ours.
    else await Promise.race([once(response, 'drain'), once(response, 'close'), over]);
  };
  let lastSent = '';
  const send = (event: string, data: unknown) => {
    lastSent = event;
    return write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const sendError = ({ code, facts }: AppError) => {
    const wanted = (request.body as { language?: unknown } | undefined)?.language;
    const problem = problemOf(code, facts, isLanguage(wanted) ? wanted : languageOf(request));
    return send('error', {
      ...problem,
      ...(facts.retryAfterSeconds ? { retry: facts.retryAfterSeconds } : {}),
    });
  };
  const events = make(controller.signal);
  try {
    const first = await events.next();
    reply.hijack();
    response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    });
    heartbeat = setInterval(() => void write(': here\n\n'), heartbeatMs);
    if (!first.done) await send(first.value.event, first.value.data);
    for await (const { event, data } of events) await send(event, data);
    // The program stops: half an answer must not look like a whole one.
    const { reason } = controller.signal;
    if (reason instanceof AppError && lastSent !== 'done' && lastSent !== 'error') await sendError(reason);
  } catch (error) {
    if (!reply.sent) throw error;
    const { reason } = controller.signal;
    const refusal = reason instanceof AppError ? reason : refusalOf(error);
    if (!refusal) context.log.error({ requestId: request.id, error }, 'stream failed');
    await sendError(refusal ?? new AppError('internal'));
  } finally {
    clearTimeout(deadline);
    clearInterval(heartbeat);
    response.off('close', leave);
    flush();
    if (controller.signal.aborted && response.writableNeedDrain) response.destroy();
    else if (reply.sent) response.end();
    done();
  }
}
