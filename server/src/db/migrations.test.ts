import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDatabaseOn, dropDatabaseOn } from '../test/server-database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { migrationsFolder } from './places.ts';

const server = process.env.TEST_DATABASE_URL;
const id = (at: number) => `00000000-0000-0000-0000-${String(at).padStart(12, '0')}`;

test('a database of 0015 with sources, passages and jobs comes forward whole', async () => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'parlance-migrations-'));
  const address = server && (await createDatabaseOn(server));
  const database = await openDatabase(address ? { url: address } : { memory: true });
  const run = async (text: string) => (await sql.raw(text).execute(database.db)).rows;
  try {
    for (const name of fs.readdirSync(migrationsFolder))
      if (name < '0016') fs.copyFileSync(join(migrationsFolder, name), join(folder, name));
    await migrate(database, folder);
    await run(`
      insert into users (id, email, created_at, updated_at) values ('${id(1)}', 'a@example.org', now(), now());
      insert into chatbots (id, owner_id, public_id, name, name_key, platform, language, created_at, updated_at)
      values ('${id(2)}', '${id(1)}', 'public-id-of-it', 'Hotel', 'hotel', 'website', 'fr', now(), now());
      insert into sources (id, owner_id, chatbot_id, kind, name, url, status, media_type, format, sha256, storage_tokens,
                           created_at, updated_at) values
        ('${id(3)}', '${id(1)}', '${id(2)}', 'file', 'a.txt', null, 'ready', 'text/plain', 'txt', '\\x01', 7, now(), now()),
        ('${id(4)}', '${id(1)}', '${id(2)}', 'url', 'a', 'https://a.org:8443/x?y', 'ready', 'text/html', 'html', null, 5, now(), now()),
        ('${id(5)}', '${id(1)}', '${id(2)}', 'url', 'b', 'https://b.org/1', 'pending', 'text/html', 'html', null, 0, now(), now()),
        ('${id(6)}', '${id(1)}', '${id(2)}', 'url', 'c', 'https://b.org/2', 'processing', 'text/html', 'html', null, 0, now(), now());
      insert into published_sources (source_id, chatbot_id, version) values ('${id(3)}', '${id(2)}', 1);
      insert into chatbot_stats (chatbot_id) values ('${id(2)}');
      insert into chatbot_terms (chatbot_id, term, passages) values ('${id(2)}', 1, 1);
      insert into passages (id, owner_id, chatbot_id, source_id, version, ordinal, text, language, tokens, content_hash, analysis)
      values ('${id(7)}', '${id(1)}', '${id(2)}', '${id(3)}', 1, 0, 'Bonjour', 'fr', 2, '\\x02', 1);
      insert into jobs (id, name, lane, payload, run_at, scheduled_at, created_at)
      values ('${id(8)}', 'sources.embed', 'long', '{}', now(), now(), now())`);
    await migrate(database);
    expect(await run('select host from sources order by id')).toEqual(
      [null, 'https://a.org:8443', 'https://b.org', 'https://b.org'].map((host) => ({ host })),
    );
    expect(await run('select tokens from charged_files')).toEqual([{ tokens: 7 }]);
    expect(await run('select source_id, version from whole_readings')).toEqual([
      { source_id: id(3), version: 1 },
    ]);
    // Nothing else has pages read that waited.
    expect(
      await run(`select name, lane, dedupe_key as key, payload ->> 'host' as host from jobs order by name`),
    ).toEqual([
      { name: 'sources.embed', lane: 'network', key: null, host: null },
      { name: 'sources.read-pages', lane: 'network', key: `${id(2)} https://b.org`, host: 'https://b.org' },
    ]);
    await run(`delete from users where id = '${id(1)}'`);
    expect(await run('select chatbot_id from chatbot_terms')).toEqual([]);
    expect(await run('select source_id from removed_sources order by 1')).toEqual(
      [3, 4, 5, 6].map((at) => ({ source_id: id(at) })),
    );
  } finally {
    await database.close();
    if (server && address) await dropDatabaseOn(server, address);
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
