import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { migrate } from './db/migrate.ts';
import { type OpenedDatabase, openDatabase } from './db/open.ts';
import { createSafeFetch } from './kit/fetch/safe-fetch.ts';
import { openFiles } from './kit/files/open.ts';
import { createLog, type Log } from './kit/log.ts';
import { createMailer } from './kit/mail/transport.ts';
import { openModels } from './kit/models/open.ts';
import { openSecrets } from './kit/secrets/open.ts';

/** The program's doors as its settings say, on a migrated database; `close` ends mail and database. */
export async function openContext(
  config: Config,
  { database, clock, log }: { database: OpenedDatabase; clock: () => Date; log: Log },
): Promise<Context & { close(): Promise<void> }> {
  const { db } = database;
  const mail = createMailer(config, db, clock);
  return {
    config,
    db,
    database,
    clock,
    mail,
    files: await openFiles(config),
    models: openModels(config),
    fetch: createSafeFetch(config),
    secrets: await openSecrets(config, db, clock()),
    log,
    async close() {
      mail.close();
      await database.close();
    },
  };
}

/** The program's doors on the database that its settings name, brought forward to this version. */
export async function openProgram(config: Config): ReturnType<typeof openContext> {
  const log = createLog(config.logLevel);
  const database = await openDatabase(
    config.databaseUrl === undefined
      ? { dataDir: config.dataDir }
      : {
          url: config.databaseUrl,
          report: (error, message) => log.warn({ error }, message),
        },
  );
  await migrate(database);
  return openContext(config, { database, clock: () => new Date(), log });
}
