import { allCommands, allWork, createApp, prepare } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { DataFolderError } from './db/embedded/data-folder.ts';
import { prepareSearch } from './features/knowledge/service.ts';
import { keepReadersReady } from './features/reading/service.ts';
import { startWorker } from './kit/jobs/worker.ts';
import { openProgram } from './open-context.ts';
import { listenForCommands } from './operation/commands/control.ts';

/** How long streams and jobs may finish after a stop was asked for (security S11.8). */
const graceMs = 25_000;
/** A stop that takes longer is a kill in the eyes of whoever asked. */
const stopMs = 29_000;

/** What keeps the program from starting, told in one line. */
function fail(message: string): never {
  process.stderr.write(`Parlance cannot start. ${message}\n`);
  process.exit(1);
}

function config(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message);
    throw error;
  }
}

async function start(): Promise<void> {
  const settings = config();
  const context = await openProgram(settings).catch((error: unknown) => {
    if (error instanceof DataFolderError) return fail(error.message);
    return fail(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  });
  const { log } = context;
  const never = new AbortController().signal;
  await prepare(context, { say: (line) => log.warn({}, line), signal: never }).catch((error: Error) =>
    fail(`The deletions since its backup cannot be repeated: ${error.message}`),
  );
  const app = settings.role === 'worker' ? undefined : await createApp(context);
  const worker = settings.role === 'web' ? undefined : startWorker(context, allWork);
  if (worker) keepReadersReady();
  if (app) {
    await app.server
      .listen({ host: settings.host, port: settings.port })
      .catch((error: NodeJS.ErrnoException) => {
        const reason =
          error.code === 'EADDRINUSE'
            ? 'is taken by another program'
            : `cannot be listened on (${error.code})`;
        return fail(`PORT ${settings.port} ${reason}.`);
      });
    setImmediate(prepareSearch);
  }

  // Nobody else can open the embedded database meanwhile.
  const stopListening =
    context.database.kind === 'embedded' ? await listenForCommands(context, allCommands) : undefined;

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    if (app) app.readiness.isStopping = true;
    await Promise.all([app?.streams.drain(graceMs), worker?.stop(), stopListening?.()]);
    // Answers that still run have until the limit; what outlives it is cut.
    setTimeout(() => process.exit(0), stopMs - graceMs).unref();
    await app?.server.close();
    await context.close();
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
  process.on('unhandledRejection', (error) =>
    log.error({ error }, 'a promise was rejected and nobody looked'),
  );

  const place = settings.databaseUrl === undefined ? `, data in ${settings.dataDir}` : '';
  log.info(
    { role: settings.role, port: settings.port, publicUrl: settings.publicUrl },
    app ? `Parlance is ready: ${settings.publicUrl}${place}` : `Parlance works on jobs${place}`,
  );
}

await start();
