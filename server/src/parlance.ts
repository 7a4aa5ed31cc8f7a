import { allColdCommands, allCommands } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { openProgram } from './open-context.ts';
import {
  type Command,
  type Found,
  findCommand,
  listCommands,
  runCommand,
  withPaths,
} from './operation/commands/command.ts';
import { askRunning } from './operation/commands/control.ts';

/** The program as a command of its operator: `npm run parlance -- …`. */

const say = (line: string) => process.stdout.write(`${line}\n`);

async function runHere(config: Config, found: Found<Command>): Promise<number> {
  const context = await openProgram({ ...config, logLevel: 'warn' });
  try {
    return await runCommand(context, found, { say, signal: new AbortController().signal });
  } finally {
    await context.close();
  }
}

async function main(written: string[]): Promise<number> {
  const called = [...allCommands, ...allColdCommands];
  const read = findCommand(called, written);
  if (!read) {
    process.stderr.write(`Usage:\n${listCommands(called)}`);
    return 2;
  }
  // `npm run` goes to the program's folder, and says where it was called.
  const words = withPaths(read, process.env.INIT_CWD ?? process.cwd());
  const config = readConfig(process.env);
  const cold = findCommand(allColdCommands, words);
  if (cold) {
    const { command, ...call } = cold;
    return command.runCold(config, { ...call, say, signal: new AbortController().signal });
  }
  const there = config.databaseUrl === undefined ? await askRunning(config.dataDir, words, say) : undefined;
  return there ?? runHere(config, findCommand(allCommands, words) as Found<Command>);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  },
);
