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
  return () => program.stop();
}
