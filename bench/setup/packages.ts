import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Packages that something is measured against, in a folder of their own outside the repository; `given` names one that
 * holds them already. Undefined where they can't be installed.
 */
export async function installPackages(
  name: string,
  packages: readonly string[],
  given: string | undefined,
): Promise<{ folder: string; remove(): Promise<void> } | undefined> {
  if (given !== undefined) return { folder: given, remove: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), `parlance-${name}-`));
  const remove = () => rm(folder, { recursive: true, force: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const npm = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', ...packages];
  const { status } = spawnSync('npm', npm, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status === 0) return { folder, remove };
  await remove();
  return undefined;
}
