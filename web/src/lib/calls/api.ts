import {
  type AnswerOf,
  type AnyEndpoint,
  addressOf,
  type SentBodyOf,
  type SentParamsOf,
  type SentQueryOf,
} from '@parlance/contract/endpoint';
import type { Problem } from '@parlance/contract/shapes';
import { language } from '../language/language.ts';
import { accessToken, storedToken } from './auth-client.ts';
import { createTimeoutSignal, raceAgainstAbort, retryAfterSeconds } from './fetch.ts';

/** A refusal as the server words it, or `network_error` / `timeout` (status 0) when it could not be reached. */
export class ProblemError extends Error {
  readonly code: string;
  readonly status: number;
  readonly problem: Problem | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: string,
    status: number,
    facts: { problem?: Problem; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(facts.problem?.detail ?? facts.problem?.title ?? code, { cause: facts.cause });
    this.name = 'ProblemError';
    this.code = code;
    this.status = status;
    this.problem = facts.problem;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: undefined }
  : undefined extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

export type CallOptions<E extends AnyEndpoint> = Part<'params', SentParamsOf<E>> & {
  query?: Partial<NonNullable<SentQueryOf<E>>>;
} & Part<'body', SentBodyOf<E>> & {
    /** What is sent where the endpoint declares an upload. */
    form?: FormData;
    headers?: Record<string, string>;
    signal?: AbortSignal;
  };

let onSessionEnd: () => void = () => {};

/** Registers who is called when the server no longer knows this session. */
export const whenSessionEnds = (listener: () => void) => {
  onSessionEnd = listener;
};

/** The error of a call that got no answer. */
const unanswered = (cause: unknown) =>
  new ProblemError(
    cause instanceof DOMException && cause.name === 'TimeoutError' ? 'timeout' : 'network_error',
    0,
    { cause },
  );

/** Headers that every call of ours carries. */
export async function callHeaders(
  endpoint: Pick<AnyEndpoint, 'access'>,
  limit = createTimeoutSignal(),
): Promise<Headers> {
  const headers = new Headers({ 'Accept-Language': language.get() });
  const token =
    endpoint.access === 'user'
      ? await raceAgainstAbort(limit, accessToken()).catch((cause: unknown) => {
          throw unanswered(cause);
        })
      : undefined;
  if (token) headers.set('Authorization', `Bearer ${token}`);
  return headers;
}

/** The refusal in a response that is not OK. */
async function refusalOf(response: Response): Promise<ProblemError> {
  const wait = retryAfterSeconds(response.headers);
  let problem: Problem | undefined;
  try {
    problem = (await response.json()) as Problem;
  } catch {
    // A gateway's page instead of a problem: the status has to do.
  }
  return new ProblemError(problem?.code ?? `http_${response.status}`, response.status, {
    problem,
    retryAfterSeconds: wait,
  });
}

/** The response itself, for streams and downloads, which may be long; refusals are thrown. */
export async function request<E extends AnyEndpoint>(
  endpoint: E,
  options: CallOptions<E>,
  limit: AbortSignal | null = createTimeoutSignal(),
): Promise<Response> {
  const { params, query, body, form, signal } = options as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
    body?: unknown;
    form?: FormData;
    signal?: AbortSignal;
  };
  const headers = await callHeaders(endpoint, limit ?? undefined);
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  let response: Response;
  try {
    response = await fetch(addressOf(endpoint, params, query), {
      method: endpoint.method,
      headers,
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
      signal: signal && limit ? AbortSignal.any([signal, limit]) : (signal ?? limit),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw unanswered(cause);
  }
  if (response.ok) return response;
  const refusal = await refusalOf(response);
  if (response.status === 401 && headers.has('Authorization')) onSessionEnd();
  throw refusal;
}

/** One call of the contract: `await call(createChatbot, { body: { name, platform: 'website' } })`. */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<AnswerOf<E>> {
  const response = await request(endpoint, options);
  if (response.status === 204 || !endpoint.answer) return undefined as AnswerOf<E>;
  try {
    return (await response.json()) as AnswerOf<E>;
  } catch (cause) {
    if (cause instanceof SyntaxError || options.signal?.aborted) throw cause;
    throw unanswered(cause);
  }
}

/** Begins a call that outlives the page. What it may carry is `maxKeepaliveBytes` together with others like it. */
export async function callKeepalive<E extends AnyEndpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<void> {
  const { params, body } = options as { params?: Record<string, string>; body?: unknown };
  const headers = new Headers({
    'Accept-Language': language.get(),
    Authorization: `Bearer ${storedToken()}`,
  });
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  const response = await fetch(addressOf(endpoint, params), {
    method: endpoint.method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    keepalive: true,
  });
  if (!response.ok) throw await refusalOf(response);
}

/** Bytes that browsers send in a page's last moment. */
export const maxKeepaliveBytes = 64 * 1024;
