import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Another Node than the one that runs this, from the npm package `node`, in a folder with a package.json of its
 * own: as a dependency it would shadow the machine's Node in every script.
 */
export async function findNode(major: number): Promise<{ path: string } | { unavailable: string }> {
  const folder = join(import.meta.dirname, '../../node_modules/.cache/nodes', String(major));
  const path = join(folder, 'node_modules/node/bin/node');
  try {
    if (!existsSync(path)) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
      // Its binary is fetched by its install script, which the project otherwise forbids.
      const flags = ['--no-save', '--ignore-scripts=false', '--no-audit', '--no-fund'];
      await run('npm', ['install', ...flags, `node@${major}`], { cwd: folder, timeout: 180_000 });
    }
    const { stdout } = await run(path, ['--version']);
    if (!stdout.startsWith(`v${major}.`))
      return { unavailable: `the npm package gave Node ${stdout.trim()}` };
    return { path };
  } catch (error) {
    const { message } = error as Error;
    return { unavailable: `the npm package "node@${major}" is not to be had: ${message.split('\n')[0]}` };
  }
}
