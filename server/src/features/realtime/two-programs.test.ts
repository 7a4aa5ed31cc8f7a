import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, test } from 'vitest';
import { WebSocket } from 'ws';
import { createApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { openDatabase } from '../../db/open.ts';
import { freePort, type Program, startProgram } from '../../test/program.ts';
import { loadPublishableKey } from '../auth/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: frames of many shapes, each looked at where it is used
type Frame = any[];

const server = process.env.TEST_DATABASE_URL;

async function databaseOf({ context }: Program): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(context.db);
  const url = new URL(server ?? '');
  url.pathname = rows[0]?.name ?? '';
  return url.href;
}

/** A second program on the first one's database, as behind a load balancer. */
async function secondProgram(first: Program, url: string) {
  const port = await freePort();
  const database = await openDatabase({ url });
  const config = readConfig({
    PORT: String(port),
    PUBLIC_URL: first.url,
    DATA_DIR: first.context.config.dataDir,
  });
  const { server } = await createApp({ ...first.context, config, database, db: database.db });
  await server.listen({ host: '127.0.0.1', port });
  return {
    url: `ws://127.0.0.1:${port}/realtime/v1/websocket`,
    async stop() {
      await server.close();
      await database.close();
    },
  };
}

describe.skipIf(!server)('two programs on one database (needs PostgreSQL: TEST_DATABASE_URL)', () => {
  test('a change made in one reaches the sockets of the other; so does the end of a session', async () => {
    const first = await startProgram();
    const url = await databaseOf(first);
    const second = await secondProgram(first, url);
    const user = await first.newUser();
    const socket = new WebSocket(`${second.url}?apikey=${await loadPublishableKey(first.context)}&vsn=2.0.0`);
    const heard: Frame[] = [];
    let closed = false;
    socket.on('message', (data) => heard.push(JSON.parse(String(data))));
    socket.on('close', () => {
      closed = true;
    });
    const until = async (look: () => boolean | undefined) => {
      for (const end = Date.now() + 10_000; !look(); await wait(10))
        if (Date.now() > end) throw new Error('waited in vain');
    };
    try {
      await once(socket, 'open');
      const join = (ref: string) => {
        const changes = [{ event: '*', schema: 'public', table: '*' }];
        const config = { postgres_changes: changes };
        socket.send(
          JSON.stringify([ref, ref, 'realtime:a', 'phx_join', { config, access_token: user.token }]),
        );
        return until(() => heard.some((frame) => frame[1] === ref && frame[3] === 'phx_reply'));
      };
      await join('1');
      const set = (website: string) =>
        first.context.db.updateTable('profiles').set({ website }).where('id', '=', user.id).execute();
      await set('https://a.example');
      await until(() => heard.some((frame) => frame[3] === 'postgres_changes'));

      await first.context.db.deleteFrom('sessions').where('user_id', '=', user.id).execute();
      await until(() => heard.some((frame) => frame[3] === 'phx_close'));

      // What was told while the listening connection was broken is lost: who listens must look again.
      const admin = new pg.Client({ connectionString: server });
      await admin.connect();
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'parlance listener'`,
        [new URL(url).pathname.slice(1)],
      );
      await admin.end();
      await until(() => closed);
    } finally {
      socket.terminate();
      await second.stop();
      await first.stop();
    }
  });
});
