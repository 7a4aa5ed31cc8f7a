import type { Context } from '../../context.ts';

/** What a command gets of whoever called it. */
export interface Call {
  /** What was written after the command's name, as many words as it has parameters. */
  args: string[];
  /** Tells the operator a line. */
  say(line: string): void;
  /** Aborted when the operator no longer waits. */
  signal: AbortSignal;
}

/**
 * What an operator does by `npm run parlance -- NAME …`. To add one: write it in its feature's `commands.ts` and list it in
 * `allCommands` of `app.ts`. With `DATABASE_URL` it runs in a process of its own; on the embedded database in the program that
 * runs there, beside its answers, or in a process of its own where none runs.
 */
export interface Command {
  /** The words that call it. */
  name: string;
  /** The names of what follows, each required: `EMAIL`. */
  parameters: readonly string[];
  /** What it does, as the list of commands says it. */
  summary: string;
  /** Does it; gives the exit code. What it throws is told as its message, with 1. */
  run(context: Context, call: Call): Promise<number>;
}

/** The command that these words call, with what follows its name; undefined where they call none. */
export function findCommand(
  commands: readonly Command[],
  words: readonly string[],
): { command: Command; args: string[] } | undefined {
  for (const command of commands) {
    const name = command.name.split(' ');
    if (words.length !== name.length + command.parameters.length) continue;
    if (name.every((word, at) => words[at] === word)) return { command, args: words.slice(name.length) };
  }
  return undefined;
}

/** The list of commands. */
export const listCommands = (commands: readonly Command[]): string =>
  commands
    .map(
      ({ name, parameters, summary }) =>
        `  npm run parlance -- ${[name, ...parameters].join(' ')}\n      ${summary}\n`,
    )
    .join('');

/** Runs a command; whatever it throws is a line and 1. */
export async function runCommand(
  context: Context,
  { command, args }: { command: Command; args: string[] },
  { say, signal }: Pick<Call, 'say' | 'signal'>,
): Promise<number> {
  try {
    return await command.run(context, { args, say, signal });
  } catch (error) {
    if (!signal.aborted) say(`${command.name}: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}
