import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';
import type { Circuit } from './circuit.ts';
import type { ProviderRequest } from './models.ts';

/** A server that speaks the OpenAI protocol. */
export interface ModelEndpoint {
  baseUrl: string;
  apiKey?: string | undefined;
  name: string;
}

export type ModelFailure =
  | 'unreachable'
  | 'refused'
  | 'rate_limited'
  | 'timed_out'
  | 'malformed'
  | 'interrupted'
  | 'endless'
  | 'circuit_open';

/** What went wrong, for the log; never shown to a visitor, and without the provider's own words. */
export class ModelError extends Error {
  readonly failure: ModelFailure;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  constructor(
    failure: ModelFailure,
    facts: { status?: number; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(`The model ${facts.status ? `answered ${facts.status}` : 'failed'}: ${failure}.`, {
      cause: facts.cause,
    });
    this.name = 'ModelError';
    this.failure = failure;
    this.status = facts.status;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

export interface ModelTimeouts {
  /** Milliseconds until the headers of an answer. */
  headersMs: number;
  /** Milliseconds from there until the first text; models that think take their time. */
  firstTextMs: number;
  /** Milliseconds between two pieces. */
  stallMs: number;
  /** Milliseconds for everything, retries too: a visitor waits a minute at most (S11.5). */
  totalMs: number;
  /** Milliseconds before the first retry; doubled for the second. */
  retryMs: number;
}

export const modelTimeouts: ModelTimeouts = {
  headersMs: 20_000,
  firstTextMs: 30_000,
  stallMs: 15_000,
  totalMs: 55_000,
  retryMs: 400,
};

const maxRetries = 2;
const maxWaitMs = 5_000;

/** One call with all its tries: it ends when the caller leaves or the whole deadline passes. */
export class Call {
  readonly signal: AbortSignal;
  private readonly caller: AbortSignal;
  private readonly deadline: AbortSignal;

  constructor(caller: AbortSignal, totalMs: number) {
    caller.throwIfAborted();
    this.caller = caller;
    this.deadline = AbortSignal.timeout(totalMs);
    this.signal = AbortSignal.any([caller, this.deadline]);
  }

  begin(): Attempt {
    return new Attempt(this.caller, this.deadline);
  }
}

/** Why a try is aborted; nobody reads it, and an exception with its stack for each would cost time. */
const attemptEnded = 'the try is over';

/** One try, with a timer that is set anew for each thing waited for. */
export class Attempt {
  readonly signal: AbortSignal;
  private readonly caller: AbortSignal;
  /**
   * Kept in a field: a signal combined from others doesn't keep them alive, and a deadline that is garbage collected
   * never fires.
   */
  readonly deadline: AbortSignal;
  private readonly own = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  constructor(caller: AbortSignal, deadline: AbortSignal) {
    this.caller = caller;
    this.deadline = deadline;
    this.signal = AbortSignal.any([caller, deadline, this.own.signal]);
  }

  wait(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.own.abort(attemptEnded), ms);
  }

  /** Closes the connection, if one is still open. */
  end(): void {
    clearTimeout(this.timer);
    this.own.abort(attemptEnded);
  }

  /** The error to throw: the caller's own reason when it left, else what the provider did. */
  explain(error: unknown, otherwise: ModelFailure): unknown {
    if (this.caller.aborted) return this.caller.reason;
    if (error instanceof ModelError) return error;
    return new ModelError(this.signal.aborted ? 'timed_out' : otherwise, { cause: error });
  }
}

/** A request's body, in one piece, that says when it leaves: a server that is slow to take it counts as asked. */
async function* sendInOnePiece(body: Buffer, onLeave: () => void): AsyncGenerator<Buffer> {
  onLeave();
  yield body;
}

/** An answer whose body is still coming. */
export interface ModelAnswer {
  mediaType: string;
  body: Dispatcher.ResponseData['body'];
}

/**
 * An answer of 2xx; everything else is thrown. `adapt` gets the reason why a request was malformed and says whether it
 * changed what `body` makes. A request that has left and was not refused is added to `asked`. Redirects are not
 * followed with a key (S6.7). Not by `fetch`, whose streams cost more than all that is done with an answer's words.
 */
export async function post(
  { baseUrl, apiKey }: ModelEndpoint,
  path: string,
  body: () => unknown,
  signal: AbortSignal,
  adapt: (complaint: string) => boolean,
  { asked, asking }: { asked: Set<ProviderRequest>; asking: ProviderRequest },
): Promise<ModelAnswer> {
  for (;;) {
    const sent = Buffer.from(JSON.stringify(body()));
    const {
      statusCode,
      headers,
      body: answer,
    } = await request(`${baseUrl.replace(/(?<!\/)\/+$/, '')}${path}`, {
      method: 'POST',
      headers: {
        accept: '*/*',
        'user-agent': 'Parlance',
        'content-type': 'application/json',
        'content-length': String(sent.length),
        ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
      },
      body: Readable.from(sendInOnePiece(sent, () => asked.add(asking))),
      signal,
    });
    if (statusCode >= 200 && statusCode < 300) {
      const type = headers['content-type'];
      const mediaType = (Array.isArray(type) ? type[0] : type)?.split(';')[0]?.trim().toLowerCase() ?? '';
      return { mediaType, body: answer };
    }
    asked.delete(asking);
    const complaint = statusCode === 400 || statusCode === 422 ? await readBeginning(answer) : '';
    answer.on('error', () => {}).destroy();
    if (complaint !== '' && adapt(complaint)) continue;
    if (statusCode >= 300 && statusCode < 400) throw new ModelError('unreachable');
    throw new ModelError(statusCode === 429 ? 'rate_limited' : 'refused', {
      status: statusCode,
      retryAfterMs: parseRetryAfter(headers['retry-after']),
    });
  }
}

async function readBeginning(body: ModelAnswer['body']): Promise<string> {
  let text = '';
  for await (const chunk of body) {
    text += (chunk as Buffer).toString('latin1');
    if (text.length >= 4096) break;
  }
  return text;
}

/**
 * Runs `run` again, twice unless told otherwise, after what may pass by itself: with jitter or, where the provider says
 * how long, after that long. What `run` returns has begun well and is not tried again; nor is a try that timed out, whose
 * caller has waited long enough: one that hung counts for those that are left out.
 */
export async function withRetries<T>(
  circuit: Circuit,
  call: Call,
  { ms, most = maxRetries }: { ms: number; most?: number | undefined },
  run: () => Promise<T>,
): Promise<T> {
  for (let retries = 0; ; retries++) {
    circuit.enter();
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ModelError)) {
        // The caller left: that tells nothing about the provider.
        circuit.leave();
        throw error;
      }
      const hasHung = error.failure === 'timed_out' && !call.signal.aborted;
      circuit.fail(hasHung ? 1 + maxRetries : 1);
      const waitMs = error.retryAfterMs ?? ms * 2 ** retries * (0.5 + Math.random());
      if (retries >= most || !isTransient(error) || waitMs > maxWaitMs) throw error;
      await sleep(waitMs, undefined, { signal: call.signal }).catch(() => {
        throw call.begin().explain(error, 'timed_out');
      });
    }
  }
}

const isTransient = ({ failure, status }: ModelError) =>
  failure !== 'timed_out' && (status === undefined || status === 408 || status === 429 || status >= 500);

function parseRetryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
