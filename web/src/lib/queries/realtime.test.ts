import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Told = (state: string) => void;

const { channels, removed } = vi.hoisted(() => ({
  channels: [] as { change: (change: unknown) => void; tell: Told; filter: object }[],
  removed: { count: 0 },
}));

vi.mock('@supabase/realtime-js', () => ({
  RealtimeClient: class {
    channel() {
      const made = { change: () => {}, tell: () => {}, filter: {} } as (typeof channels)[number];
      channels.push(made);
      const channel = {
        on(_kind: string, filter: object, change: (change: unknown) => void) {
          Object.assign(made, { filter, change });
          return channel;
        },
        subscribe(tell: Told) {
          made.tell = tell;
          return channel;
        },
      };
      return channel;
    }
    removeChannel() {
      removed.count++;
    }
    setAuth() {}
  },
}));
vi.mock('../calls/config.ts', () => ({ publicConfig: async () => ({ publishableKey: 'sb_publishable_x' }) }));
vi.mock('../calls/auth-client.ts', () => ({
  accessToken: async () => undefined,
  auth: { onAuthStateChange: () => {} },
}));

import { type RowChange, watchRows } from './realtime.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  channels.length = 0;
});

const watch = () => {
  const states: string[] = [];
  const changes: RowChange[] = [];
  const stop = watchRows({
    table: 'sources',
    filter: 'chatbot_id=eq.1',
    onChange: (change) => changes.push(change),
    onLiveness: (now) => states.push(now),
  });
  return { states, changes, stop };
};
const settled = () => vi.advanceTimersByTimeAsync(0);

test('changes and the state of the line are told', async () => {
  const { states, changes, stop } = watch();
  await vi.waitFor(() => expect(channels).toHaveLength(1));
  const [channel] = channels;
  expect(channel?.filter).toEqual({
    event: '*',
    schema: 'public',
    table: 'sources',
    filter: 'chatbot_id=eq.1',
  });
  channel?.tell('SUBSCRIBED');
  channel?.change({ eventType: 'DELETE', new: {}, old: { id: '1' } });
  channel?.tell('CHANNEL_ERROR');
  channel?.tell('SUBSCRIBED');
  expect(states).toEqual(['live', 'down', 'live']);
  expect(changes).toHaveLength(1);
  stop();
});

test('a channel that the server ended is opened anew after a while', async () => {
  const { states, stop } = watch();
  await settled();
  channels[0]?.tell('CLOSED');
  expect(states).toEqual(['down']);
  await vi.advanceTimersByTimeAsync(9000);
  expect(channels).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1100);
  expect(channels).toHaveLength(2);
  stop();
});

test('who has stopped hears nothing and leaves nothing', async () => {
  const before = removed.count;
  const { states, stop } = watch();
  await settled();
  stop();
  channels[0]?.tell('CLOSED');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(states).toEqual([]);
  expect(channels).toHaveLength(1);
  expect(removed.count).toBe(before + 1);
});
