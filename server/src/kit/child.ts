import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { runsFromSource } from './server-folder.ts';

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
  maxOutputBytes: number;
}

const watchMs = 200;
const pageBytes = 4096;

/** Clock ticks a second in /proc, on every Linux that Node runs on. */
const ticksPerSecond = 100;

async function usageOf(pid: number): Promise<{ rss: number; cpuMs: number } | undefined> {
  try {
    const [statm, stat] = await Promise.all([
      readFile(`/proc/${pid}/statm`, 'latin1'),
      readFile(`/proc/${pid}/stat`, 'latin1'),
    ]);
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
  /** Tells a child that waits what it will probably need. */
  hint?: string | undefined;
}

function startChild({ file, maxHeapMb, hint }: ChildStart): ChildProcess {
  const loader = runsFromSource ? ['--import', import.meta.resolve('tsx')] : [];
  return fork(file, hint === undefined ? [] : [hint], {
    execArgv: [`--max-old-space-size=${maxHeapMb}`, ...loader],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** How long a child waits for its work before it is ended: uploads come in groups. */
const waitMs = 30_000;
/** One that has grown beyond this, or worked this often, is not kept: the next work gets all of its own memory. */
const keptRssBytes = 192 * 1_048_576;
const keptRuns = 50;
/** Of one file: what a worker reads at once. */
const mostWaiting = 2;

interface Waiting {
  child: ChildProcess;
  /** Whose work it has seen; nobody's yet. */
  party: string | undefined;
  runs: number;
  leave(): void;
}

/** Children of one file: how many are at work, and those that wait, longest first. */
interface Crew {
  working: number;
  waiting: Waiting[];
}
const crews = new Map<string, Crew>();

function crewOf({ file, maxHeapMb }: ChildStart): Crew {
  const key = `${maxHeapMb} ${file}`;
  const crew = crews.get(key) ?? { working: 0, waiting: [] };
  crews.set(key, crew);
  return crew;
}

/** Lets a child wait for work; it ends by itself after a while, and with this process. */
function letWait(crew: Crew, child: ChildProcess, party: string | undefined, runs: number) {
  const longest = crew.waiting.length >= mostWaiting ? crew.waiting[0] : undefined;
  longest?.leave();
  longest?.child.kill('SIGKILL');
  const leave = () => {
    clearTimeout(timer);
    child.off('error', leave).off('exit', leave);
    crew.waiting = crew.waiting.filter((other) => other.child !== child);
  };
  const timer = setTimeout(() => {
    leave();
    child.kill('SIGKILL');
  }, waitMs).unref();
  crew.waiting.push({ child, party, runs, leave });
  child.on('error', leave).on('exit', leave);
  child.unref();
  child.channel?.unref();
}

/** Starts a child that waits for the next work, never more than there are at work. */
function startSpare(start: ChildStart, crew: Crew) {
  if (crew.waiting.length < Math.min(crew.working, mostWaiting))
    letWait(crew, startChild(start), undefined, 0);
}

/** A child that waited: one that worked for the same party, else one that has worked for nobody. */
function takeWaiting(crew: Crew, party: string | undefined) {
  const same = party === undefined ? undefined : crew.waiting.find((one) => one.party === party);
  const one = same ?? crew.waiting.find((one) => one.party === undefined);
  if (!one) return undefined;
  one.leave();
  const { child, runs } = one;
  if (!child.connected || child.exitCode !== null || child.signalCode !== null) return undefined;
  child.ref();
  child.channel?.ref();
  return { child, runs };
}

/** Sent by a child after each message that it wants taken in before it goes on, and, without one, at the end. */
interface Envelope {
  body?: unknown;
  isOver?: boolean;
  /** Resident memory, for systems without /proc. */
  rss: number;
  size: number;
}

/** How the work that comes after this one may begin sooner. */
export interface ChildAhead {
  /** Starts a child for it; its argument says what it may prepare for while it waits. */
  hint?: string | undefined;
  /**
   * Keeps this child for further work of the same party, and for nobody else's: what hostile input may have left
   * in it meets only its sender. Not kept after any failure.
   */
  party?: string | undefined;
}

/**
 * Runs a file of ours in another process, without our environment, and yields what it sends, one at a time: the
 * child waits until each was taken in. Ended with a `ChildError` when it passes a limit, when `signal` is aborted,
 * or when it dies.
 */
export async function* runChild(
  file: string,
  input: unknown,
  limits: ChildLimits,
  signal: AbortSignal,
  ahead: ChildAhead = {},
): AsyncGenerator<unknown> {
  const start: ChildStart = { file, maxHeapMb: limits.maxHeapMb };
  const crew = crewOf(start);
  crew.working += 1;
  try {
    const waited = takeWaiting(crew, ahead.party);
    if (ahead.hint !== undefined) startSpare({ ...start, hint: ahead.hint }, crew);
    let isHeard = false;
    try {
      if (waited) {
        for await (const message of workOf(crew, waited, input, limits, signal, ahead.party)) {
          isHeard = true;
          yield message;
        }
        return;
      }
    } catch (error) {
      const diedWaiting = !isHeard && error instanceof ChildError && error.end === 'crashed';
      if (!diedWaiting) throw error;
    }
    yield* workOf(crew, { child: startChild(start), runs: 0 }, input, limits, signal, ahead.party);
  } finally {
    crew.working -= 1;
  }
}

async function* workOf(
  crew: Crew,
  { child, runs }: { child: ChildProcess; runs: number },
  input: unknown,
  limits: ChildLimits,
  signal: AbortSignal,
  party: string | undefined,
): AsyncGenerator<unknown> {
  let cpuBefore = 0;
  if (runs > 0 && child.pid !== undefined) {
    void usageOf(child.pid).then((usage) => {
      cpuBefore = usage?.cpuMs ?? 0;
    });
  }
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
  let isKept = false;
  const take = (message: Envelope) => {
    output += message.size;
    if (output > limits.maxOutputBytes) return stop('output');
    if (message.rss > limits.maxRssBytes) return stop('memory');
    if (message.isOver) {
      isKept = party !== undefined && message.rss <= keptRssBytes && runs + 1 < keptRuns;
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
  const watch = setInterval(async () => {
    const usage = child.pid === undefined ? undefined : await usageOf(child.pid);
    const clock = worked + (isTaking ? 0 : performance.now() - since);
    if (clock > limits.deadlineMs * (usage ? 3 : 1) || (usage?.cpuMs ?? 0) - cpuBefore > limits.deadlineMs)
      stop('deadline');
    if (usage && usage.rss > limits.maxRssBytes) stop('memory');
  }, watchMs);
  try {
    send(child, input);
    for (;;) {
      const message = waiting.shift();
      if (message) {
        isTaking = true;
        worked += performance.now() - since;
        yield message.body;
        since = performance.now();
        isTaking = false;
        send(child, 'more');
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
      letWait(crew, child, party, runs + 1);
    } else child.kill('SIGKILL');
  }
}

function send(child: ChildProcess, message: unknown) {
  if (child.connected) child.send(message as never, () => undefined);
}

/** The child's side: its inputs, one after the other, and a `tell` that waits until what is told was taken in. */
export async function serveParent<Input>(
  work: (input: Input, tell: (body: unknown, size: number) => Promise<void>) => Promise<void>,
): Promise<never> {
  const waiting: unknown[] = [];
  let wake = () => {};
  process.on('message', (message) => {
    waiting.push(message);
    wake();
  });
  // Without its parent nobody hears it.
  process.on('disconnect', () => process.exit(1));
  const next = async () => {
    while (waiting.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return waiting.shift();
  };
  const say = (message: Omit<Envelope, 'rss'>) =>
    process.send?.({ ...message, rss: process.memoryUsage.rss() } satisfies Envelope);
  for (;;) {
    const input = (await next()) as Input;
    await work(input, async (body, size) => {
      say({ body, size });
      await next();
    });
    say({ isOver: true, size: 0 });
  }
}
