import { allCommands } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { openProgram } from './open-context.ts';
import { findCommand, listCommands, runCommand } from './operation/commands/command.ts';
import { askRunning } from './operation/commands/control.ts';

/** The program as a command of its operator: `npm run parlance -- …`. */

const say = (line: string) => process.stdout.write(`${line}\n`);

async function runHere(config: Config, found: NonNullable<ReturnType<typeof findCommand>>): Promise<number> {
  const context = await openProgram({ ...config, logLevel: 'warn' });
  try {
    return await runCommand(context, found, { say, signal: new AbortController().signal });
  } finally {
    await context.close();
  }
}

async function main(words: string[]): Promise<number> {
  const found = findCommand(allCommands, words);
  if (!found) {
    process.stderr.write(`Usage:\n${listCommands(allCommands)}`);
    return 2;
  }
  const config = readConfig(process.env);
  const there = config.databaseUrl === undefined ? await askRunning(config.dataDir, words, say) : undefined;
  return there ?? runHere(config, found);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  },
);
