import type { TestProject } from 'vitest/node';
import { startProgram } from './start.ts';

/** One program for most areas; `npm run conformance -- --url …` names a server that runs already. */
export default async function setup(project: TestProject) {
  const url = process.env.CONFORMANCE_URL?.replace(/\/$/, '');
  project.provide('isOwn', url === undefined);
  if (url !== undefined) {
    const { publishableKey } = (await (await fetch(`${url}/config.json`)).json()) as {
      publishableKey: string;
    };
    project.provide('server', { url, key: publishableKey });
    return undefined;
  }
  const program = await startProgram();
  project.provide('server', { url: program.url, key: program.key });
  return async () => {
    await program.stop();
    // Whatever a check asked for: a request that fails in the log is a defect, however well it was answered.
    const defects = program
      .said()
      .split('\n')
      .filter((line) => line.includes('"level":"error"'));
    if (defects.length === 0) return;
    process.exitCode = 1;
    throw new Error(`The server logged defects:\n${defects.join('\n')}`);
  };
}
