import type { Config } from './config.ts';
import type { Db, OpenedDatabase } from './db/open.ts';
import type { SafeFetch } from './kit/fetch/safe-fetch.ts';
import type { FileStore } from './kit/files/store.ts';
import type { Log } from './kit/log.ts';
import type { Mailer } from './kit/mail/mail.ts';
import type { Models } from './kit/models/models.ts';
import type { Secrets } from './kit/secrets/secrets.ts';

/** The program's doors to what lies outside it: what a test replaces by a real local thing. */
export interface Context {
  config: Config;
  db: Db;
  database: OpenedDatabase;
  clock: () => Date;
  mail: Mailer;
  files: FileStore;
  models: Models;
  fetch: SafeFetch;
  secrets: Secrets;
  log: Log;
}
