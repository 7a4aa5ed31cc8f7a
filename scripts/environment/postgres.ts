/**
 * A real PostgreSQL 17 with pgvector for tests, out of Debian's packages in a folder of its own: nothing is installed,
 * nothing of the system changes. Needs root (for chroot) and apt on Debian; elsewhere it says why there is none.
 */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDatabaseOn, dropDatabaseOn } from '../../server/src/test/server-database.ts';

export interface RunningPostgres {
  /** Its administrator's address. */
  url: string;
  /** A new, empty database. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

const suite = 'trixie';
// initdb speaks to its neighbours through a shell.
const packages = ['postgresql-17', 'postgresql-17-pgvector', 'dash'];
/** Packages that a server without just-in-time compilation and without maintenance scripts never opens. */
const unneeded =
  /^(libllvm|libz3|perl|libperl|locales|procps|debconf|dpkg|tar|ssl-cert|sysvinit|adduser|passwd)/;
const binaries = '/usr/lib/postgresql/17/bin';
const user = 26_571;

const cache = join(import.meta.dirname, '../../node_modules/.cache/postgres');
const root = join(cache, 'root');
const run = promisify(execFile);

/** A PostgreSQL for tests: `TEST_DATABASE_URL`'s server, else one of our own. */
export async function startPostgres(): Promise<RunningPostgres | { unavailable: string }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return onServer(given, async () => {});
  const obstacle = findObstacle();
  if (obstacle) return { unavailable: obstacle };
  try {
    if (!fs.existsSync(root)) await build();
    return await launch();
  } catch (error) {
    const { message, stderr } = error as Error & { stderr?: string };
    return { unavailable: stderr?.trim().split('\n').at(-1) || message };
  }
}

function findObstacle(): string | undefined {
  if (process.platform !== 'linux')
    return 'PostgreSQL for tests is made from Debian packages: this is not Linux';
  if (process.getuid?.() !== 0) return 'PostgreSQL for tests needs root, to start it in a folder of its own';
  for (const tool of ['apt-get', 'dpkg-deb', 'chroot', 'mknod'])
    if (!['/usr/bin', '/usr/sbin', '/bin', '/sbin'].some((folder) => fs.existsSync(join(folder, tool))))
      return `PostgreSQL for tests is made from Debian packages: there is no ${tool}`;
  if (!mirror()) return 'PostgreSQL for tests is made from Debian packages: apt has no Debian source here';
  return undefined;
}

/** The Debian mirror and keyring of the machine's own sources, in either of apt's two forms. */
function mirror(): { uri: string; keyring: string } | undefined {
  const codename = /^VERSION_CODENAME=(\w+)/m.exec(fs.readFileSync('/etc/os-release', 'utf8'))?.[1];
  const folder = '/etc/apt/sources.list.d';
  const files = ['/etc/apt/sources.list', ...fs.readdirSync(folder).map((name) => join(folder, name))];
  const texts = files.filter((file) => fs.existsSync(file)).map((file) => fs.readFileSync(file, 'utf8'));
  const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
  for (const stanza of texts.flatMap((text) => text.split(/\n\s*\n/))) {
    const field = (name: string) => new RegExp(`^${name}:[ \\t]*(.+)$`, 'mi').exec(stanza)?.[1]?.trim();
    const uri = field('URIs')?.split(/\s+/)[0];
    if (
      uri &&
      field('Suites')
        ?.split(/\s+/)
        .includes(codename ?? '') &&
      /\bmain\b/.test(field('Components') ?? '')
    )
      return { uri, keyring: field('Signed-By') ?? keyring };
    const line = new RegExp(`^deb\\s+(?:\\[[^\\]]*\\]\\s+)?(\\S+)\\s+${codename}\\s+.*\\bmain\\b`, 'm').exec(
      stanza,
    );
    if (line?.[1]) return { uri: line[1], keyring };
  }
  return undefined;
}

async function build() {
  const source = mirror();
  if (!source) throw new Error('no Debian source');
  const work = `${cache}.${randomBytes(4).toString('hex')}`;
  try {
    for (const folder of ['sources', 'state/lists/partial', 'cache/archives/partial', 'root'])
      fs.mkdirSync(join(work, folder), { recursive: true });
    fs.writeFileSync(join(work, 'status'), '');
    fs.writeFileSync(
      join(work, 'sources/debian.sources'),
      `Types: deb\nURIs: ${source.uri}\nSuites: ${suite}\nComponents: main\nSigned-By: ${source.keyring}\n`,
    );
    const apt = (...words: string[]) =>
      run(
        'apt-get',
        [
          ...Object.entries({
            'Dir::Etc::sourcelist': '/dev/null',
            'Dir::Etc::sourceparts': join(work, 'sources'),
            'Dir::State': join(work, 'state'),
            'Dir::State::status': join(work, 'status'),
            'Dir::Cache': join(work, 'cache'),
            'APT::Sandbox::User': 'root',
            'APT::Install-Recommends': 'false',
          }).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
          ...words,
        ],
        { maxBuffer: 2 ** 24 },
      );
    await apt('-q', 'update');
    await apt('-q', '-y', '--download-only', 'install', ...packages);
    await unpack(join(work, 'cache/archives'), join(work, 'root'));
    fs.mkdirSync(cache, { recursive: true });
    // Another test run may have been first.
    if (!fs.existsSync(root)) fs.renameSync(join(work, 'root'), root);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

async function unpack(archives: string, target: string) {
  for (const name of fs.readdirSync(archives))
    if (name.endsWith('.deb') && !unneeded.test(name))
      await run('dpkg-deb', ['-x', join(archives, name), target]);
  for (const name of ['bin', 'sbin', 'lib', 'lib64'])
    if (!fs.existsSync(join(target, name))) fs.symlinkSync(`usr/${name}`, join(target, name));
  for (const folder of ['dev/shm', 'tmp', 'clusters', 'etc'])
    fs.mkdirSync(join(target, folder), { recursive: true });
  for (const folder of ['dev/shm', 'tmp']) fs.chmodSync(join(target, folder), 0o1777);
  for (const [name, minor] of [
    ['null', 3],
    ['zero', 5],
    ['random', 8],
    ['urandom', 9],
  ] as const)
    await run('mknod', ['-m', '666', join(target, 'dev', name), 'c', '1', String(minor)]);
  fs.writeFileSync(join(target, 'etc/passwd'), `postgres:x:${user}:${user}::/:/bin/sh\n`);
  fs.writeFileSync(join(target, 'etc/group'), `postgres:x:${user}:\n`);
}

const inside = [`--userspec=${user}:${user}`, root];

async function launch(): Promise<RunningPostgres> {
  const cluster = `clusters/${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const folder = join(root, cluster);
  fs.mkdirSync(folder, { mode: 0o700 });
  fs.chownSync(folder, user, user);
  fs.writeFileSync(join(folder, 'password'), password, { mode: 0o644 });
  const remove = () => fs.rmSync(folder, { recursive: true, force: true });
  const port = await freePort();
  try {
    await run('chroot', [
      ...inside,
      `${binaries}/initdb`,
      '-D',
      `/${cluster}/data`,
      '-U',
      'parlance',
      '-A',
      'scram-sha-256',
      '--pwfile',
      `/${cluster}/password`,
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ]);
  } catch (error) {
    remove();
    throw error;
  }
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    jit: 'off',
    max_connections: 200,
    // A cluster of tests: nobody needs it after a power cut.
    fsync: 'off',
    full_page_writes: 'off',
  };
  const server = spawn(
    'chroot',
    [
      ...inside,
      `${binaries}/postgres`,
      '-D',
      `/${cluster}/data`,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const kill = () => server.kill('SIGQUIT');
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async () => {
    process.removeListener('exit', kill);
    server.ref();
    server.kill('SIGINT');
    await ended;
    remove();
  };
  try {
    await new Promise<void>((ready, failed) => {
      let said = '';
      server.stderr.on('data', (data) => {
        said = `${said}${data}`.slice(-4000);
        if (said.includes('ready to accept connections')) ready();
      });
      server.once('error', failed);
      server.once('exit', () => failed(new Error(`PostgreSQL ended: ${said.trim().split('\n').at(-1)}`)));
    });
  } catch (error) {
    remove();
    throw error;
  }
  // Neither its pipe nor its process keeps a finished test run alive.
  server.unref();
  (server.stderr as net.Socket).unref();
  return onServer(`postgres://parlance:${password}@127.0.0.1:${port}/postgres`, stop);
}

function onServer(url: string, stop: () => Promise<void>): RunningPostgres {
  const made: string[] = [];
  return {
    url,
    async createDatabase() {
      const database = await createDatabaseOn(url);
      made.push(database);
      return database;
    },
    async stop() {
      for (const database of made) await dropDatabaseOn(url, database);
      await stop();
    },
  };
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
