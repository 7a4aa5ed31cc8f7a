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
const spareMs = 30_000;

/** Children of one file: those at work, and those that wait, never more than there were at work at once. */
interface Crew {
  working: number;
  waiting: ChildProcess[];
}
const crews = new Map<string, Crew>();

function crewOf({ file, maxHeapMb }: ChildStart): Crew {
  const key = `${maxHeapMb} ${file}`;
  const crew = crews.get(key) ?? { working: 0, waiting: [] };
  crews.set(key, crew);
  return crew;
}

/** Starts a child that waits for the next work; it ends by itself after a while, and with this process. */
function startSpare(start: ChildStart, crew: Crew) {
  if (crew.waiting.length >= crew.working) return;
  const child = startChild(start);
  crew.waiting.push(child);
  const forget = () => {
    clearTimeout(timer);
    crew.waiting = crew.waiting.filter((other) => other !== child);
  };
  const timer = setTimeout(() => {
    if (crew.waiting.includes(child)) child.kill('SIGKILL');
    forget();
  }, spareMs).unref();
  child.on('error', forget);
  child.once('exit', forget);
  child.unref();
  child.channel?.unref();
}

/** A child that waited, for this work alone: it has seen no other and will see no other. */
function takeSpare(crew: Crew): ChildProcess | undefined {
  for (let child = crew.waiting.shift(); child; child = crew.waiting.shift()) {
    if (!child.connected || child.exitCode !== null || child.signalCode !== null) continue;
    child.ref();
    child.channel?.ref();
    return child;
  }
  return undefined;
}

/** Sent by a child after each message that it wants taken in before it goes on. */
interface Envelope {
  body: unknown;
  /** Resident memory, for systems without /proc. */
  rss: number;
  size: number;
}

/** Asks for a child to be started for the work that comes after this one. */
export interface ChildAhead {
  /** Its argument: what it may prepare for while it waits. */
  hint: string;
}

/**
 * Runs a file of ours in a process of its own, without our environment, and yields what it sends, one at a
 * time: the child waits until each was taken in. Ended with a `ChildError` when it passes a limit, when
 * `signal` is aborted, or when it dies.
 */
export async function* runChild(
  file: string,
  input: unknown,
  limits: ChildLimits,
  signal: AbortSignal,
  ahead?: ChildAhead,
): AsyncGenerator<unknown> {
  const start: ChildStart = { file, maxHeapMb: limits.maxHeapMb };
  const crew = crewOf(start);
  const child = takeSpare(crew) ?? startChild(start);
  crew.working += 1;
  if (ahead) startSpare({ ...start, hint: ahead.hint }, crew);
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
  child.on('message', (message: Envelope) => {
    output += message.size;
    if (output > limits.maxOutputBytes) return stop('output');
    if (message.rss > limits.maxRssBytes) return stop('memory');
    waiting.push(message);
    wake();
  });
  child.once('error', () => stop('crashed'));
  // The heap's own limit ends the process with SIGABRT.
  child.once('close', (code, by) => {
    end ??= code === 0 ? 'done' : by === 'SIGABRT' || code === 134 ? 'memory' : 'crashed';
    wake();
  });
  const abort = () => stop('aborted');
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  let isTaking = false;
  const watch = setInterval(async () => {
    const usage = child.pid === undefined ? undefined : await usageOf(child.pid);
    const clock = worked + (isTaking ? 0 : performance.now() - since);
    if (clock > limits.deadlineMs * (usage ? 3 : 1) || (usage?.cpuMs ?? 0) > limits.deadlineMs)
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
    crew.working -= 1;
    clearInterval(watch);
    signal.removeEventListener('abort', abort);
    child.kill('SIGKILL');
  }
}

function send(child: ChildProcess, message: unknown) {
  if (child.connected) child.send(message as never, () => undefined);
}

/** The child's side: its input, and a `tell` that waits until what is told was taken in. */
export async function serveParent<Input>(
  work: (input: Input, tell: (body: unknown, size: number) => Promise<void>) => Promise<void>,
): Promise<void> {
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
  const input = (await next()) as Input;
  await work(input, async (body, size) => {
    process.send?.({ body, size, rss: process.memoryUsage.rss() } satisfies Envelope);
    await next();
  });
  process.exit(0);
}
