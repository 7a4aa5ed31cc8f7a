import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** What a personal API key may be made for. */
export const keyScopes = ['read', 'write', 'answer'] as const;
export type KeyScope = (typeof keyScopes)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One call of the HTTP surface. Validation on the server, OpenAPI and the browser's client all derive from
 * this constant; nobody writes an address twice.
 */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> {
  method: Method;
  /** Fastify's notation: `/api/v1/chatbots/:chatbotId`. */
  path: string;
  summary: string;
  /** `user`: a signed-in account; `public`: anyone. */
  access: 'user' | 'public';
  /** The scope by which a personal API key may make the call; without one only a session may. */
  scope?: KeyScope;
  /** Whether it is also for who has yet to prove a second factor, or is about to set a new password. */
  beforeSecondStep?: true;
  /** Whether it changes nothing: there is nothing to be done twice. */
  onlyLooks?: true;
  /**
   * Whether nothing of it is kept for the same `Idempotency-Key`: its answer is shown once, or what it asks for is a
   * secret, whose wrong guesses count although they are refused.
   */
  isSecret?: true;
  params?: Params;
  query?: Query;
  body?: Body;
  /** What the body is when it is not JSON: files are streamed by the route itself. */
  upload?: 'multipart' | 'bytes';
  /** The parts of a `multipart` body: one file, several, or one of these words. */
  parts?: Record<string, 'file' | 'files' | readonly string[]>;
  /** Absent: 204. */
  answer?: Answer;
  /**
   * What the answer is when it is not JSON: server-sent events, each named and shaped. Beside an `answer`, that is for who
   * asks for JSON.
   */
  events?: Record<string, z.ZodMiniType>;
  status?: 200 | 201 | 202 | 204;
  errors: readonly ErrorCode[];
}

/** Declares a call; the types of its parts are kept. */
export function endpoint<
  Params extends z.ZodMiniType = never,
  Query extends z.ZodMiniType = never,
  Body extends z.ZodMiniType = never,
  Answer extends z.ZodMiniType = never,
>(declared: Endpoint<Params, Query, Body, Answer>): Endpoint<Params, Query, Body, Answer> {
  return declared;
}

type Parsed<T> = [T] extends [never] ? undefined : T extends z.ZodMiniType ? z.output<T> : undefined;
type Sent<T> = [T] extends [never] ? undefined : T extends z.ZodMiniType ? z.input<T> : undefined;

// biome-ignore lint/suspicious/noExplicitAny: an endpoint of any shape
export type AnyEndpoint = Endpoint<any, any, any, any>;
export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _A> ? Parsed<P> : never;
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _A> ? Parsed<Q> : never;
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? Parsed<B> : never;
export type AnswerOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? Parsed<A> : never;
export type SentParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _A> ? Sent<P> : never;
export type SentQueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _A> ? Sent<Q> : never;
export type SentBodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? Sent<B> : never;

/** The address of a call, its `:params` filled in and escaped, its query appended. */
export function addressOf(
  declared: Pick<AnyEndpoint, 'path'>,
  params: Record<string, string> = {},
  query: Record<string, unknown> = {},
): string {
  const path = declared.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}
