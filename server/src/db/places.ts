import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Beside the sources, or beside the bundle: the build puts the SQL of these folders into `dist/server`. */
const folder = dirname(fileURLToPath(import.meta.url));

/** The folders of the SQL that makes the schema. */
export const schemaFolders = {
  /** Numbered files, each applied once. */
  migrations: join(folder, 'migrations'),
  /** Functions and triggers, each file applied whenever it changes. */
  functions: join(folder, 'functions'),
};
