import { resolve } from 'node:path';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';

/** What a command gets of whoever called it. */
export interface Call {
  /** What was written after the command's name, as many words as it has parameters. */
  args: string[];
  /** Those of its options that were written: `--force`. */
  options: ReadonlySet<string>;
  /** Tells the operator a line. */
  say(line: string): void;
  /** Aborted when the operator no longer waits. */
  signal: AbortSignal;
}

interface Called {
  /** The words that call it. */
  name: string;
  /** The names of what follows, each required: `EMAIL`. A `FILE` is a path from where the operator stands. */
  parameters: readonly string[];
  /** What may be written beside them: `--force`. */
  options?: readonly string[];
  /** What it does, as the list of commands says it. */
  summary: string;
}

/**
 * What an operator does by `npm run parlance -- NAME …`. To add one: write it in its feature's `commands.ts` and list it in
 * `allCommands` of `app.ts`. With `DATABASE_URL` it runs in a process of its own; on the embedded database in the program that
 * runs there, beside its answers, or in a process of its own where none runs.
 */
export interface Command extends Called {
  /** Does it; gives the exit code. What it throws is told as its message, with 1. */
  run(context: Context, call: Call): Promise<number>;
}

/** What is done while nothing is open, neither by the program nor by the command. */
export interface ColdCommand extends Called {
  runCold(config: Config, call: Call): Promise<number>;
}

export interface Found<C> {
  command: C;
  args: string[];
  options: Set<string>;
}

/** The command that these words call, with what follows its name; undefined where they call none. */
export function findCommand<C extends Called>(
  commands: readonly C[],
  words: readonly string[],
): Found<C> | undefined {
  const isOption = (word: string) => word.startsWith('--');
  const options = new Set(words.filter(isOption));
  const plain = words.filter((word) => !isOption(word));
  for (const command of commands) {
    const name = command.name.split(' ');
    if (plain.length !== name.length + command.parameters.length) continue;
    if (![...options].every((option) => command.options?.includes(option))) continue;
    if (name.every((word, at) => plain[at] === word))
      return { command, args: plain.slice(name.length), options };
  }
  return undefined;
}

/** The words of a call whose paths stand for themselves, wherever they are read. */
export const withPaths = ({ command, args, options }: Found<Called>, folder: string): string[] => [
  ...command.name.split(' '),
  ...args.map((arg, at) => (command.parameters[at] === 'FILE' ? resolve(folder, arg) : arg)),
  ...options,
];

/** The list of commands. */
export const listCommands = (commands: readonly Called[]): string =>
  commands
    .map(
      ({ name, parameters, options = [], summary }) =>
        `  npm run parlance -- ${[name, ...parameters, ...options.map((option) => `[${option}]`)].join(' ')}\n      ${summary}\n`,
    )
    .join('');

/** Runs a command; whatever it throws is a line and 1. */
export async function runCommand(
  context: Context,
  { command, args, options }: Found<Command>,
  { say, signal }: Pick<Call, 'say' | 'signal'>,
): Promise<number> {
  try {
    return await command.run(context, { args, options, say, signal });
  } catch (error) {
    if (!signal.aborted) say(`${command.name}: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}
