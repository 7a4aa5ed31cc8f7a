import { localKeeper } from '../../../lib/storage/storage.ts';
import { createStore } from '../../../lib/storage/store.ts';

/** What this browser remembers of a refusal, so that a reload doesn't forget it (specification §3). */
export interface RateLimit {
  isRateLimited: true;
  /** Epoch milliseconds. */
  retryAfter: number;
  /** The address that is limited, or GLOBAL. */
  email: string;
}

const GLOBAL = 'GLOBAL';
const keys = { address: 'auth_rate_limit', global: 'global_rate_limit' };
/** Seconds to wait where the refusal names none (specification §8). */
export const defaultWaitSeconds = 300;

function load(key: string, now: number): RateLimit | undefined {
  const stored = localKeeper.read(key);
  if (!stored) return undefined;
  try {
    const record = JSON.parse(stored) as Partial<RateLimit>;
    if (record.isRateLimited && typeof record.retryAfter === 'number' && typeof record.email === 'string') {
      if (record.retryAfter > now) return record as RateLimit;
    }
  } catch {
    // A record that is not ours, or cut short, is as good as none.
  }
  localKeeper.remove(key);
  return undefined;
}

const loadAll = (now: number) =>
  [load(keys.global, now), load(keys.address, now)].filter((record) => record !== undefined);

export const rateLimits = createStore<readonly RateLimit[]>(loadAll(Date.now()));

/** Remembers a refusal: for one address, or for everybody here when it was not about e-mail. */
export function setRateLimit(email: string | undefined, waitSeconds: number, now = Date.now()) {
  const record: RateLimit = {
    isRateLimited: true,
    retryAfter: now + waitSeconds * 1000,
    email: email ?? GLOBAL,
  };
  localKeeper.write(email ? keys.address : keys.global, JSON.stringify(record));
  rateLimits.set(loadAll(now));
}

/** Forgets what has run out; called when it does. */
export const clearExpired = (now = Date.now()) => rateLimits.set(loadAll(now));

/** The limit that holds for this address now, if any. */
export const limitFor = (records: readonly RateLimit[], email: string, now: number): RateLimit | undefined =>
  records.find((record) => record.retryAfter > now && (record.email === GLOBAL || record.email === email));

export const isGlobal = (record: RateLimit) => record.email === GLOBAL;
/** Minutes until the limit ends, rounded up, at least one (readings 12). */
export const minutesLeft = (record: RateLimit, now: number) =>
  Math.max(1, Math.ceil((record.retryAfter - now) / 60_000));
