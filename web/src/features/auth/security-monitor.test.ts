import type { User } from '@supabase/auth-js';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SecurityEvent } from './functions.ts';

const reported: SecurityEvent[] = [];
vi.mock('./functions.ts', () => ({
  reportSecurityEvent: async (event: SecurityEvent) => void reported.push(event),
}));
const at = 1_800_000_000_000;

async function monitorOn(address: string) {
  vi.resetModules();
  window.location.href = address;
  return import('./security-monitor.ts');
}

beforeEach(() => {
  localStorage.clear();
  reported.length = 0;
});

describe('pages that are entered', () => {
  test('the eleventh within 60 s is told, once a minute', async () => {
    const { recordAccess } = await monitorOn('https://parlance.example/chatbots?secret=x');
    for (let page = 0; page < 10; page++) await recordAccess(at + page * 1000);
    expect(reported).toEqual([]);
    await recordAccess(at + 60_000);
    await recordAccess(at + 60_500);
    expect(reported).toHaveLength(1);
    expect(reported[0]).toMatchObject({
      event: 'excessive_access_attempts',
      severity: 'high',
      url: 'https://parlance.example/chatbots',
      timestamp: new Date(at + 60_000).toISOString(),
    });
  });

  test('reloads and other tabs do not tell it again', async () => {
    for (let page = 0; page < 14; page++) {
      const { recordAccess } = await monitorOn('https://parlance.example/chatbots');
      await recordAccess(at + page * 1000);
    }
    expect(reported).toHaveLength(1);
    const { recordAccess } = await monitorOn('https://parlance.example/chatbots');
    for (let page = 0; page < 11; page++) await recordAccess(at + 70_000 + page);
    expect(reported).toHaveLength(2);
  });

  test('ten in 60 s are ordinary', async () => {
    const { recordAccess } = await monitorOn('https://parlance.example/');
    for (let page = 0; page < 30; page++) await recordAccess(at + page * 6001);
    expect(reported).toEqual([]);
  });

  test.each(['http://localhost:3000/', 'http://127.0.0.1:3000/'])('%s tells nobody', async (address) => {
    const { recordAccess, storedAttempts } = await monitorOn(address);
    for (let page = 0; page < 20; page++) await recordAccess(at + page);
    expect(reported).toEqual([]);
    expect(storedAttempts()).toHaveLength(20);
    // But it is there, for whoever looks after this machine.
    expect(JSON.parse(localStorage.getItem('security_events') ?? '')).toEqual([
      expect.objectContaining({ event: 'excessive_access_attempts', severity: 'high' }),
    ]);
  });

  test('those older than five minutes are purged, and what is not a list is none', async () => {
    const { purgeAttempts, storedAttempts } = await monitorOn('https://parlance.example/');
    localStorage.setItem('access_attempts', JSON.stringify([at - 300_001, at - 300_000, at]));
    expect(purgeAttempts(at)).toEqual([at - 300_000, at]);
    localStorage.setItem('access_attempts', '{"broken":');
    expect(storedAttempts()).toEqual([]);
    purgeAttempts(at);
    expect(localStorage.getItem('access_attempts')).toBeNull();
  });
});

describe('the session', () => {
  test('its last five minutes are noted once; it counts as ended 30 s past its end', async () => {
    const { judgeSession } = await monitorOn('https://parlance.example/');
    const { session } = await import('../../lib/session/session.ts');
    const note = vi.spyOn(console, 'info').mockImplementation(() => {});
    const end = at / 1000;
    session.set({ status: 'signedIn', user: { id: '1' } as User });
    await judgeSession(end, at - 300_001);
    expect(note).not.toHaveBeenCalled();
    await judgeSession(end, at - 300_000);
    await judgeSession(end, at - 200_000);
    expect(note).toHaveBeenCalledTimes(1);
    await judgeSession(end, at + 30_000);
    expect(session.get()).not.toHaveProperty('asks');
    await judgeSession(end, at + 30_001);
    expect(session.get()).toMatchObject({ asks: 'password' });
    expect(reported).toEqual([]);
    note.mockRestore();
  });

  test('an end is noticed when its grace is over, though renewing it fails on and on', async () => {
    vi.useFakeTimers({ now: at });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const stored = {
      access_token: 'a.b.c',
      refresh_token: 'r',
      expires_at: at / 1000 + 60,
      user: { id: '1' },
    };
    localStorage.setItem('parlance-auth', JSON.stringify(stored));
    const { recordAccess } = await monitorOn('https://parlance.example/');
    const { session } = await import('../../lib/session/session.ts');
    const note = vi.spyOn(console, 'info').mockImplementation(() => {});
    session.set({ status: 'signedIn', user: { id: '1' } as User });
    void recordAccess(at);
    await vi.advanceTimersByTimeAsync(89_000);
    expect(session.get()).not.toHaveProperty('asks');
    await vi.advanceTimersByTimeAsync(8_000);
    expect(session.get()).toMatchObject({ asks: 'password' });
    note.mockRestore();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
});
