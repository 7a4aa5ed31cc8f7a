import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, createServer } from 'vite';

const root = join(import.meta.dirname, '..');
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
const webPort = Number(process.env.PORT ?? 3000);
const serverPort = webPort + 1;
const address = `http://localhost:${webPort}`;

// The server restarts when one of its files, or of the contract's, changes; the browser asks vite, which hands
// on what is the server's.
const server: ChildProcess = spawn(
  process.execPath,
  [
    '--import',
    'tsx',
    '--watch-path=server/src',
    '--watch-path=contract/src',
    '--watch-preserve-output',
    'server/src/main.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: String(serverPort), PUBLIC_URL: process.env.PUBLIC_URL ?? address },
  },
);

const widget = await build({
  configFile: join(root, 'widget/vite.config.ts'),
  root: join(root, 'widget'),
  logLevel: 'warn',
  build: { watch: {} },
});

const served =
  /^\/(api|auth\/v1|rest|functions|realtime|embed|dev|guide|legal|privacy|terms|webhooks|config\.json|widget\.js|healthz|readyz|metrics|pages\.css|original-frame|\.well-known)(\/|\?|$)/;
const web = await createServer({
  configFile: join(root, 'web/vite.config.ts'),
  root: join(root, 'web'),
  server: {
    port: webPort,
    strictPort: true,
    proxy: { [served.source]: { target: `http://127.0.0.1:${serverPort}`, ws: true } },
  },
});
await web.listen();
process.stderr.write(`Parlance in development: ${address}\n`);

let stopping = false;
async function stop() {
  if (stopping) return;
  stopping = true;
  server.kill('SIGTERM');
  if ('close' in widget) await widget.close();
  await web.close();
  process.exit(0);
}
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
server.on('exit', (code) => {
  process.exitCode = code ?? 1;
  void stop();
});
