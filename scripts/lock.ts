import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** An entry of `packages` in package-lock.json, as far as it concerns us. */
interface Locked {
  version?: string;
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const systems: Record<string, string> = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  openharmony: 'openharmony',
  win32: 'win32',
  windows: 'win32',
};
const processors = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32'];
const libraries: Record<string, string> = {
  gnu: 'glibc',
  gnueabihf: 'glibc',
  musl: 'musl',
  musleabihf: 'musl',
};

/** The platform of such a package, read from its name: that is all that tells when it cannot be fetched. */
function platformOf(name: string): Pick<Locked, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[-/.]/);
  const os = words.map((word) => systems[word]).find((system) => system !== undefined);
  const cpu = words.find((word) => processors.includes(word));
  const libc =
    os === 'linux'
      ? words.map((word) => libraries[word]).find((library) => library !== undefined)
      : undefined;
  if (!os && !cpu) throw new Error(`${name} is missing from the lockfile, and its name tells no platform.`);
  return { ...(os ? { os: [os] } : {}), ...(cpu ? { cpu: [cpu] } : {}), ...(libc ? { libc: [libc] } : {}) };
}

/** The folder in which Node, starting from `place`, would find `name`. */
function isInstalledAt(packages: Record<string, Locked>, place: string, name: string): boolean {
  for (let folder = place; ; ) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
    const above = folder.lastIndexOf('/node_modules/');
    folder = above >= 0 ? folder.slice(0, above) : '';
  }
}

/**
 * Writes the packages of other platforms that npm left out, because the registry at hand lacks them, into the
 * lockfile, without which `npm ci` refuses it on every machine; and drops download addresses, which name one
 * registry among many.
 */
export function completeLock(text: string): string {
  const lock = JSON.parse(text) as { packages: Record<string, Locked> };
  const { packages } = lock;
  for (const [place, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isInstalledAt(packages, place, name) || !/^\d/.test(version)) continue;
      packages[`node_modules/${name}`] = {
        version,
        ...platformOf(name),
        ...(dev ? { dev } : {}),
        optional: true,
      };
    }
  }
  for (const entry of Object.values(packages)) if (!entry.link) delete entry.resolved;
  lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  return `${JSON.stringify(lock, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = fileURLToPath(new URL('../package-lock.json', import.meta.url));
  const text = readFileSync(file, 'utf8');
  const complete = completeLock(text);
  if (process.argv.includes('--check')) {
    if (text !== complete) {
      console.error('package-lock.json is not complete: run "npm run lock".');
      process.exit(1);
    }
  } else {
    writeFileSync(file, complete);
  }
}
