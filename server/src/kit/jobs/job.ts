import type * as z from 'zod/mini';
import type { Context } from '../../context.ts';

/** `inbound`: what visitors sent, which waits for nothing else; the others by what they take. */
export type Lane = 'inbound' | 'quick' | 'long' | 'network';

/** What waits in the queue: whoever enqueues it need not know who does it, which `work` says elsewhere. */
export interface Job<P> {
  /** `feature.verb`. */
  name: string;
  payload: z.ZodMiniType<P>;
  attempts?: number;
  /** Beyond a minute the job waits in the lane of long ones. */
  timeoutMs?: number;
  /**
   * `network`: for a job that mostly waits for somebody else's server: it takes no place from those that work. `inbound`: so,
   * too, and of what a visitor waits for.
   */
  lane?: 'network' | 'inbound';
  /** Tells somebody something: what a restored database would tell a day late is dropped. */
  isMessage?: true;
  /** Workers keep it in the queue, each run this long after the end of the one before; its payload is `{}`. */
  everyMs?: Record<string, never> extends P ? number : never;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of jobs holds different payloads
export type AnyJob = Job<any>;

export const defineJob = <P>(job: Job<P>) => job;

export interface JobRun {
  id: string;
  /** Which try this is, from 1. */
  attempt: number;
  /** Aborted when the time is up, the lease is lost or the worker stops. */
  signal: AbortSignal;
  isLastAttempt: boolean;
}

/** How a job is done. */
export interface Work<P> {
  job: Job<P>;
  /** Does the job; must come out the same when it runs twice. */
  run(context: Context, payload: P, run: JobRun): Promise<void>;
  /** Called after the last failed attempt, perhaps more than once; `payload` is as it was enqueued. */
  onDead?(context: Context, payload: P, error: unknown): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: a worker does jobs with different payloads
export type AnyWork = Work<any>;

export const work = <P>(
  job: Job<P>,
  run: Work<P>['run'],
  { onDead }: Pick<Work<P>, 'onDead'> = {},
): Work<P> => (onDead ? { job, run, onDead } : { job, run });

/** Thrown by a job that should come back later though nothing failed. */
export class RetryLater extends Error {
  override name = 'RetryLater';
  readonly afterMs: number;

  constructor(afterMs: number) {
    super(`again in ${afterMs} ms`);
    this.afterMs = afterMs;
  }
}

const defaultTimeoutMs = 60_000;

export const timeoutOf = ({ timeoutMs = defaultTimeoutMs }: AnyJob) => timeoutMs;

export const laneOf = (job: AnyJob): Lane =>
  job.lane ?? (timeoutOf(job) > defaultTimeoutMs ? 'long' : 'quick');
