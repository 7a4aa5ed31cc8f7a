/*
 * Children for what strangers send: a process of its own without our environment, ended at its limits. What keeping them
 * for one party gives: the bench's documents, read for one account, take half the processor time (4.4 s, with a process
 * for each 8.4 s); and what the rest gives before others are started: five that come one after the other take a third
 * (0.5 and 1.5 s; ADR 34).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { setFlagsFromString } from 'node:v8';

/** Why a child was ended or ended itself. */
export type ChildEnd = 'deadline' | 'memory' | 'output' | 'aborted' | 'crashed';

export class ChildError extends Error {
  readonly end: ChildEnd;
  constructor(end: ChildEnd) {
    super(`child process: ${end}`);
    this.end = end;
  }
}

export interface ChildLimits {
  /**
   * Of processor time, where the system tells it (Linux); three times as much may pass on the clock while the child
   * works, for a busy machine. Elsewhere it is the clock's.
   */
  deadlineMs: number;
  maxRssBytes: number;
  maxHeapMb: number;
  /** Room for young objects, where what is made of one message should be gone before it is full; else 16. */
  youngHeapMb?: number;
  maxOutputBytes: number;
}

const watchMs = 200;
const pageBytes = 4096;

/** Clock ticks a second in /proc, on every Linux that Node runs on. */
const ticksPerSecond = 100;

/**
 * Memory and processor time of a process, read at once: these files are made in memory as they are read, and a turn
 * through the thread pool costs far more.
 */
function usageOf(pid: number): { rss: number; cpuMs: number } | undefined {
  try {
    const statm = readFileSync(`/proc/${pid}/statm`, 'latin1');
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The process's name, in parentheses, may hold anything; user and system time are the 12th and 13th after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { rss: Number(statm.split(' ')[1]) * pageBytes, cpuMs: (ticks * 1000) / ticksPerSecond };
  } catch {
    return undefined;
  }
}

/** What a child starts with, beside what it is asked. */
interface ChildStart {
  file: string;
  maxHeapMb: number;
  youngHeapMb: number;
}

/** The heap that a child begins with: what the words of some documents and the readers' own code come to. */
const firstHeapMb = 64;

function startChild({ file, maxHeapMb, youngHeapMb }: ChildStart, isAhead: boolean): ChildProcess {
  const loader = extname(file) === '.js' ? [] : ['--import', import.meta.resolve('tsx')];
  return fork(file, isAhead ? [prestartArgument] : [], {
    // Objects get their room at once: it would grow to this anyway, by a collection at each step.
    execArgv: [
      `--max-old-space-size=${maxHeapMb}`,
      `--initial-old-space-size=${firstHeapMb}`,
      `--min-semi-space-size=${youngHeapMb}`,
      `--max-semi-space-size=${youngHeapMb}`,
      ...loader,
    ],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** The argument of a child that is started before there is work: it prepares for any. */
const prestartArgument = 'ahead';
/** How long a child that has worked waits for more of the same party before it is ended: uploads come in groups. */
const idleMs = 30_000;
/** A child that has grown beyond this, or worked this often, is not kept: the next work gets all of its own memory. */
const maxIdleRssBytes = 192 * 1_048_576;
const maxRuns = 50;
/** Children of one file that wait for more work: as many as a worker reads with at a time. */
const maxIdleChildren = 2;

interface IdleChild {
  child: ChildProcess;
  /** Whose work it has seen; none before its first. */
  party: string | undefined;
  runs: number;
  leave(): void;
}

/** Children of one file: how many are at work, those that wait, longest first, and how many wait for anybody. */
interface ChildPool {
  start: ChildStart;
  working: number;
  waiting: IdleChild[];
  ready: number;
  /** How long no child works before one is started in the place of one that was taken. */
  restMs: number;
  /** Set while no child works and some are to be started. */
  resting: NodeJS.Timeout | undefined;
}
const pools = new Map<string, ChildPool>();

function poolOf(
  file: string,
  { maxHeapMb, youngHeapMb = 16 }: Pick<ChildLimits, 'maxHeapMb' | 'youngHeapMb'>,
): ChildPool {
  const key = `${maxHeapMb} ${youngHeapMb} ${file}`;
  const start = { file, maxHeapMb, youngHeapMb };
  const pool = pools.get(key) ?? { start, working: 0, waiting: [], ready: 0, restMs: 0, resting: undefined };
  pools.set(key, pool);
  return pool;
}

/** Lets a child wait for work; it ends with this process, and one that has worked by itself after a while. */
function keepIdle(pool: ChildPool, child: ChildProcess, party: string | undefined, runs: number) {
  const timer = party === undefined ? undefined : setTimeout(() => dismiss(waiting), idleMs).unref();
  const leave = () => {
    clearTimeout(timer);
    child.off('error', leave).off('exit', leave);
    pool.waiting = pool.waiting.filter((other) => other !== waiting);
  };
  const waiting: IdleChild = { child, party, runs, leave };
  const kept = pool.waiting.filter((one) => one.party !== undefined);
  if (party !== undefined && kept[0] && kept.length >= maxIdleChildren) dismiss(kept[0]);
  pool.waiting.push(waiting);
  child.on('error', leave).on('exit', leave);
  child.unref();
  child.channel?.unref();
}

function dismiss({ child, leave }: IdleChild) {
  leave();
  child.kill('SIGKILL');
}

function fillUpAfterRest(pool: ChildPool) {
  if (pool.working === 0) pool.resting = setTimeout(fillUp, pool.restMs, pool).unref();
}

function fillUp(pool: ChildPool) {
  for (
    let ready = pool.waiting.filter(({ party }) => party === undefined).length;
    ready < pool.ready;
    ready++
  )
    keepIdle(pool, startChild(pool.start, true), undefined, 0);
}

/**
 * Keeps this many children waiting for the first work of whoever comes; each is used for one party alone. While any
 * works, and `restMs` longer, none is started in the place of those that were taken.
 */
export function prestartChildren(
  file: string,
  limits: Pick<ChildLimits, 'maxHeapMb' | 'youngHeapMb'>,
  count: number,
  restMs: number,
): void {
  const pool = poolOf(file, limits);
  pool.ready = count;
  pool.restMs = restMs;
  if (pool.working === 0) fillUp(pool);
}

/** A child that waited: one that worked for the same party, else one that has worked for nobody. */
function takeIdle(pool: ChildPool, party: string | undefined) {
  const same = party === undefined ? undefined : pool.waiting.find((one) => one.party === party);
  const one = same ?? pool.waiting.find((one) => one.party === undefined);
  if (!one) return undefined;
  one.leave();
  const { child, runs } = one;
  if (!child.connected || child.exitCode !== null || child.signalCode !== null) return undefined;
  child.ref();
  child.channel?.ref();
  return { child, runs };
}

/** What a child sends with each message, and, without one, at the end. */
interface Envelope {
  body?: unknown;
  isOver?: boolean;
  /** Resident memory: at the end, and where there is no /proc to watch it. */
  rss: number;
  size: number;
}

/**
 * Runs a file of ours in another process, without our environment, and yields what it sends. The child works on while a
 * message is handled, but not far ahead. Ended with a `ChildError` when it passes a limit, when `signal` is aborted, or
 * when it dies.
 *
 * `more` are further inputs for it: each travels while those before it are worked on.
 *
 * With a `party` the child is kept for further work of the same party, and for nobody else's: what hostile input may
 * have left in it meets only its sender. Not kept after any failure.
 */
export async function* runChild(
  file: string,
  input: unknown,
  limits: ChildLimits,
  signal: AbortSignal,
  party?: string,
  more: readonly unknown[] = [],
): AsyncGenerator<unknown> {
  const inputs = [input, ...more];
  const pool = poolOf(file, limits);
  pool.working += 1;
  clearTimeout(pool.resting);
  try {
    const waited = takeIdle(pool, party);
    let isHeard = false;
    try {
      if (waited) {
        for await (const message of runWork(pool, waited, inputs, limits, signal, party)) {
          isHeard = true;
          yield message;
        }
        return;
      }
    } catch (error) {
      const diedWaiting = !isHeard && error instanceof ChildError && error.end === 'crashed';
      if (!diedWaiting) throw error;
    }
    yield* runWork(pool, { child: startChild(pool.start, false), runs: 0 }, inputs, limits, signal, party);
  } finally {
    pool.working -= 1;
    fillUpAfterRest(pool);
  }
}

async function* runWork(
  pool: ChildPool,
  { child, runs }: { child: ChildProcess; runs: number },
  inputs: readonly unknown[],
  limits: ChildLimits,
  signal: AbortSignal,
  party: string | undefined,
): AsyncGenerator<unknown> {
  const cpuBefore = (runs > 0 && child.pid !== undefined && usageOf(child.pid)?.cpuMs) || 0;
  const waiting: Envelope[] = [];
  let wake = () => {};
  let end: ChildEnd | 'done' | undefined;
  let worked = 0;
  let since = performance.now();
  let output = 0;
  const stop = (why: ChildEnd) => {
    end ??= why;
    child.kill('SIGKILL');
    wake();
  };
  let over = 0;
  let isKept = false;
  const take = (message: Envelope) => {
    output += message.size;
    if (output > limits.maxOutputBytes) return stop('output');
    if (message.rss > limits.maxRssBytes) return stop('memory');
    if (message.isOver) {
      over += 1;
      if (over < inputs.length) return;
      isKept = party !== undefined && message.rss <= maxIdleRssBytes && runs + 1 < maxRuns;
      end ??= 'done';
    } else waiting.push(message);
    wake();
  };
  const crash = () => stop('crashed');
  // The heap's own limit ends the process with SIGABRT.
  const close = (code: number | null, by: NodeJS.Signals | null) => {
    end ??= by === 'SIGABRT' || code === 134 ? 'memory' : 'crashed';
    wake();
  };
  child.on('message', take).on('error', crash).on('close', close);
  const abort = () => stop('aborted');
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  let isTaking = false;
  const watch = setInterval(() => {
    const usage = child.pid === undefined ? undefined : usageOf(child.pid);
    const clock = worked + (isTaking ? 0 : performance.now() - since);
    if (clock > limits.deadlineMs * (usage ? 3 : 1) || (usage?.cpuMs ?? 0) - cpuBefore > limits.deadlineMs)
      stop('deadline');
    if (usage && usage.rss > limits.maxRssBytes) stop('memory');
  }, watchMs);
  try {
    for (const input of inputs) send(child, input);
    for (;;) {
      const message = waiting.shift();
      if (message) {
        isTaking = true;
        worked += performance.now() - since;
        yield message.body;
        since = performance.now();
        isTaking = false;
        send(child, acknowledgement);
        continue;
      }
      if (end === 'done') return;
      if (end) throw new ChildError(end);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', abort);
    child.off('message', take).off('close', close);
    if (isKept && end === 'done' && waiting.length === 0) {
      child.off('error', crash);
      keepIdle(pool, child, party, runs + 1);
    } else child.kill('SIGKILL');
  }
}

function send(child: ChildProcess, message: unknown) {
  if (child.connected) child.send(message as never, () => undefined);
}

/**
 * Sets how many bytecodes a function runs before the engine thinks of compiling it anew. Set from inside, because an
 * engine that doesn't know the name passes over it there, and refuses to start with it.
 */
export const setCompileThreshold = (bytecodes: number) =>
  setFlagsFromString(`--interrupt-budget=${bytecodes}`);

/** Six times the engine's own measure: a child lives for some documents, and compiled for longer than it ever gained. */
const defaultCompileThreshold = 400_000;

const acknowledgement = 'taken';
/** Messages that a child has sent and its parent not yet handled: one is handled while it makes the next. */
const maxUnreadMessages = 2;

/**
 * The child's side: its inputs, one after the other, and a `tell` that waits while enough messages are unhandled. Work
 * that throws ends the process once all that it told was handled.
 */
export async function serveParent<Input>(
  work: (input: Input, tell: (body: unknown, size: number) => Promise<void>) => Promise<void>,
): Promise<never> {
  setCompileThreshold(defaultCompileThreshold);
  const inputs: unknown[] = [];
  let underWay = 0;
  let wake = () => {};
  process.on('message', (message) => {
    if (message === acknowledgement) underWay -= 1;
    else inputs.push(message);
    wake();
  });
  // Without its parent nobody reads its messages.
  process.on('disconnect', () => process.exit(1));
  const until = async (isSo: () => boolean) => {
    while (!isSo()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const say = (message: Omit<Envelope, 'rss'>) => {
    const isWatched = process.platform === 'linux' && !message.isOver;
    process.send?.({ ...message, rss: isWatched ? 0 : process.memoryUsage.rss() } satisfies Envelope);
  };
  for (;;) {
    await until(() => inputs.length > 0);
    const input = inputs.shift() as Input;
    try {
      await work(input, async (body, size) => {
        say({ body, size });
        underWay += 1;
        await until(() => underWay < maxUnreadMessages);
      });
    } catch {
      await until(() => underWay === 0);
      process.exit(1);
    }
    say({ isOver: true, size: 0 });
  }
}

/** Whether this child was started before there is work for it. */
export const isPrestarted = () => process.argv[2] === prestartArgument;
