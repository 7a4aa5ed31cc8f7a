import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Permissive licences, which ask for no more than their notice; OFL-1.1 is for fonts (security S12.4). */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'CC0-1.0',
  'BlueOak-1.0.0',
  'MPL-2.0',
  'OFL-1.1',
]);

export interface Shipped {
  place: string;
  name: string;
  version: string;
  licence: string;
}

interface LockEntry {
  version?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
}

/** The packages of an installation without development tools, by the lockfile. */
export function listShipped(lock: { packages: Record<string, LockEntry> }, root: string): Shipped[] {
  return Object.entries(lock.packages).flatMap(([place, { version = '', license, link, dev }]) => {
    if (!place.includes('node_modules/') || link || dev) return [];
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return [{ place, name, version, licence: license ?? statedIn(join(root, place)) }];
  });
}

function statedIn(folder: string): string {
  const file = join(folder, 'package.json');
  // Packages of other platforms are not here to be read; their sisters of this one are.
  if (!existsSync(file)) return 'not installed';
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'));
  return (
    license?.type ??
    license ??
    licenses?.map(({ type }: { type: string }) => type).join(' OR ') ??
    'none stated'
  );
}

/** Whether an SPDX expression is allowed: one side of an OR must be, both of an AND. */
export function isAllowed(expression: string): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  if (bare === 'not installed') return true;
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAllowed);
  if (bare.includes(' AND ')) return bare.split(' AND ').every(isAllowed);
  return allowed.has(bare);
}

/** The notices that those licences ask to be handed on with the program. */
export function writeNotices(root: string): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const notices = listShipped(lock, root)
    .filter(({ place }) => existsSync(join(root, place)))
    .map(({ place, name, version, licence }) => {
      const texts = readdirSync(join(root, place))
        .filter((entry) => /^(licen[cs]e|copying)/i.test(entry))
        .map((entry) => readFileSync(join(root, place, entry), 'utf8').trim());
      return [`${name} ${version} (${licence})`, ...texts].join('\n\n');
    });
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), `${notices.join(`\n\n${'-'.repeat(78)}\n\n`)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(import.meta.dirname, '../..');
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const refused = listShipped(lock, root).filter(({ licence }) => !isAllowed(licence));
  for (const { name, version, licence } of refused)
    console.error(`${name} ${version}: ${licence} is not on the list of licences.`);
  if (refused.length > 0) process.exit(1);
}
