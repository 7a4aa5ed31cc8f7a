import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js';
import { accessToken, auth } from '../calls/auth-client.ts';
import { publicConfig } from '../calls/config.ts';

/** Whether changes arrive. `down`: some may be missed, so whoever shows them must ask. */
export type Liveness = 'connecting' | 'live' | 'down';

export interface RowChange {
  eventType: 'INSERT' | 'UPDATE' | 'DELETE';
  new: Record<string, unknown>;
  old: Record<string, unknown>;
}

const openAgainMs = 10_000;
let clientRequest: Promise<RealtimeClient> | undefined;
let opened = 0;

/** The one client of the page, fetched when it is first needed. */
function realtime(): Promise<RealtimeClient> {
  clientRequest ??= connect().catch((error: unknown) => {
    clientRequest = undefined;
    throw error;
  });
  return clientRequest;
}

async function connect(): Promise<RealtimeClient> {
  const [{ RealtimeClient }, { publishableKey }] = await Promise.all([
    import('@supabase/realtime-js'),
    publicConfig(),
  ]);
  const client = new RealtimeClient(`${window.location.origin.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: publishableKey, eventsPerSecond: '0.2' },
    timeout: 60_000,
    heartbeatIntervalMs: 300_000,
    accessToken: async () => (await accessToken()) ?? null,
  });
  auth.onAuthStateChange((event) => {
    // A channel ends with its token, and heartbeats are too rare to bring the next one in time. Not within the
    // callback: the session is locked there.
    if (event === 'TOKEN_REFRESHED' || event === 'SIGNED_IN')
      setTimeout(() =>
        client.setAuth().catch(() => {
          // The next token is told as well.
        }),
      );
  });
  return client;
}

export type WatchedTable =
  | 'sources'
  | 'crawls'
  | 'chatbots'
  | 'conversations'
  | 'usage_sums'
  | 'profiles'
  | 'transfers';

/** Calls back on changes of the signed-in person's rows until the returned function is called. */
export function watchRows({
  table,
  filter,
  onChange,
  onLiveness,
}: {
  table: WatchedTable;
  /** A filter of the rows; without one, all rows of the person. */
  filter?: string | undefined;
  onChange: (change: RowChange) => void;
  onLiveness: (liveness: Liveness) => void;
}): () => void {
  let stop = () => {};
  let again: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const down = () => {
    if (isStopped) return;
    onLiveness('down');
  };
  const retry = () => {
    down();
    if (!isStopped) again = setTimeout(open, openAgainMs);
  };

  async function open() {
    let client: RealtimeClient;
    try {
      client = await realtime();
      // Else the first join goes out before the token is known, and is refused.
      await client.setAuth();
    } catch {
      return retry();
    }
    if (isStopped) return;
    const channel: RealtimeChannel = client.channel(`${table} ${++opened}`);
    stop = () => void client.removeChannel(channel);
    channel
      .on(
        'postgres_changes',
        { event: '*', schema: 'public', table, ...(filter ? { filter } : {}) },
        (change) => onChange(change as RowChange),
      )
      .subscribe((state) => {
        if (isStopped) return;
        if (state === 'SUBSCRIBED') onLiveness('live');
        // Ended by the server; after anything else the client comes back by itself.
        else if (state === 'CLOSED') retry();
        else down();
      });
  }

  void open();
  return () => {
    isStopped = true;
    clearTimeout(again);
    stop();
  };
}
