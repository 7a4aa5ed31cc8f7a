import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import {
  admitHashing,
  checkPasswordForm,
  findPasswordWeakness,
  hashPassword,
  maxConcurrentHashes,
  needsRehash,
  runInHashSlot,
  verifyPassword,
} from './passwords.ts';

const person = { email: 'camille.durand@example.org', names: ['Camille', 'Durand-Lefèvre'] };

describe('a password', () => {
  test('of fewer than six characters is too short, counted as a person counts', () => {
    expect(findPasswordWeakness('abcde', person)?.reasons).toEqual(['length']);
    expect(findPasswordWeakness('🐘🦊🐙🦉🐳', person)?.reasons).toEqual(['length']);
    expect(findPasswordWeakness('🐘🦊🐙🦉🐳🐢', person)).toBeUndefined();
  });

  test('that everybody guesses is refused', () => {
    expect(commonPasswords.size).toBeGreaterThanOrEqual(3000);
    expect([...commonPasswords].filter((word) => word.length < 6)).toEqual([]);
    for (const password of [
      '123456',
      'azerty',
      'AZERTY',
      'password',
      'MotDePasse',
      'parlance',
      'Parlance2026',
      '42parlance',
      'camille.durand@example.org',
      'Camille.Durand',
      'durand-LEFÈVRE',
    ]) {
      expect(findPasswordWeakness(password, person)?.reasons, password).toEqual(['pwned']);
    }
    expect(findPasswordWeakness('six chevaux bleus', person)).toBeUndefined();
  });

  test('is bounded before anything is hashed, and otherwise taken as it came', () => {
    expect(checkPasswordForm('é'.repeat(512))).toHaveLength(512);
    for (const bad of ['', 'é'.repeat(513), 'nul\0inside', '\ud800lone', 12345678, null, ['abcdefg']]) {
      expect(() => checkPasswordForm(bad)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
    }
    expect(checkPasswordForm('  spaces stay  ')).toBe('  spaces stay  ');
  });

  test('is compared whole: the last of eighty characters counts, case and composition too', async () => {
    const long = 'x'.repeat(79);
    const kept = await hashPassword(`${long}a`);
    expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(kept, `${long}a`)).toBe(true);
    expect(await verifyPassword(kept, `${long}b`)).toBe(false);
    expect(await verifyPassword(await hashPassword('Été 2026'), 'été 2026')).toBe(false);
    expect(await verifyPassword(await hashPassword('caf\u00e9!!'), 'cafe\u0301!!')).toBe(false);
  });

  test('of nobody fits nothing', async () => {
    expect(await verifyPassword(undefined, 'nobody')).toBe(false);
    expect(await verifyPassword(null, 'nobody')).toBe(false);
  });

  test('hashed with other parameters is to be hashed anew', async () => {
    expect(needsRehash(await hashPassword('anything'))).toBe(false);
    expect(needsRehash(await hash('anything', { memoryCost: 8192, timeCost: 1 }))).toBe(true);
  });
});

describe('hashing', () => {
  test('leaves threads for the rest, queues 64 and refuses the rest with a time to come back', async () => {
    let running = 0;
    let most = 0;
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, () =>
        runInHashSlot(async () => {
          running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
        }),
      ),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(most).toBe(maxConcurrentHashes);
    expect(maxConcurrentHashes).toBeLessThanOrEqual(2);
    expect(refused).toHaveLength(200 - 64 - maxConcurrentHashes);
    expect(refused[0]).toMatchObject({
      reason: { code: 'service_unavailable', status: 503, retryAfterSeconds: 2 },
    });
    await expect(runInHashSlot(async () => 'free again')).resolves.toBe('free again');
  });

  test('lets no more strangers in than it has work and waiting room for', async () => {
    let end = () => {};
    const over = new Promise<void>((resolve) => (end = resolve));
    const room = 64 + maxConcurrentHashes;
    const admitted = Array.from({ length: room }, (_, index) =>
      admitHashing(`198.51.100.${index}`, () => over),
    );
    const refused = await admitHashing('203.0.113.1', async () => {}).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'service_unavailable', status: 503, retryAfterSeconds: 2 });
    end();
    await Promise.all(admitted);
    await expect(admitHashing('203.0.113.1', async () => 'free again')).resolves.toBe('free again');
  });

  test('leaves half of the room to others, however many one client sends from all its addresses', async () => {
    let end = () => {};
    const over = new Promise<void>((resolve) => (end = resolve));
    const flood = Array.from({ length: 200 }, (_, index) =>
      admitHashing(`2001:db8::${index}`, () => over).catch((error: unknown) => error),
    );
    await expect(admitHashing('2001:db8:0:1::1', async () => 'let in')).resolves.toBe('let in');
    end();
    const answers = await Promise.all(flood);
    expect(answers.filter((answer) => answer === undefined)).toHaveLength((64 + maxConcurrentHashes) / 2);
    await expect(admitHashing('2001:db8::1', async () => 'free again')).resolves.toBe('free again');
  });
});

describe('sixteen at once', () => {
  test('leave the event loop free', async () => {
    const words = Array.from({ length: 16 }, (_, index) => `word ${index}`);
    const started = performance.now();
    let longestGap = 0;
    let last = started;
    const timer = setInterval(() => {
      longestGap = Math.max(longestGap, performance.now() - last);
      last = performance.now();
    }, 5);
    await Promise.all(words.map((word) => runInHashSlot(() => hashPassword(word))));
    clearInterval(timer);
    // On the event loop they would be one gap, as long as all of them.
    expect(longestGap).toBeLessThan((performance.now() - started) / 2);
  });
});
