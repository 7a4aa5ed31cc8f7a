import { randomBytes } from 'node:crypto';
import pg from 'pg';

async function asAdministrator<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** A new database on the server of `url`, empty or a copy of `template`. */
export async function createDatabaseOn(
  url: string,
  template = 'template1',
  name = `test_${randomBytes(6).toString('hex')}`,
) {
  await asAdministrator(url, (client) => client.query(`create database "${name}" template "${template}"`));
  const made = new URL(url);
  made.pathname = `/${name}`;
  return made.href;
}

export const dropDatabaseOn = (url: string, database: string) =>
  asAdministrator(url, (client) =>
    client.query(`drop database if exists "${new URL(database).pathname.slice(1)}" with (force)`),
  );

/** The name of a database that `fill` has filled once, for as many copies as wanted; safe between processes. */
export async function templateOn(
  url: string,
  name: string,
  fill: (database: string) => Promise<void>,
): Promise<string> {
  await asAdministrator(url, async (client) => {
    await client.query(`select pg_advisory_lock(7041980213)`);
    const { rowCount } = await client.query(`select 1 from pg_database where datname = $1`, [name]);
    if (rowCount) return;
    const making = `${name}_making`;
    await client.query(`drop database if exists "${making}" with (force)`);
    await fill(await createDatabaseOn(url, 'template1', making));
    await client.query(`alter database "${making}" rename to "${name}"`);
  });
  return name;
}
