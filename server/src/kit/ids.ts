import { randomBytes, randomUUID } from 'node:crypto';

let lastMs = 0;
let sequence = 0;

/**
 * A UUIDv7 (RFC 9562): milliseconds, then a counter that rises within one of them, then 62 random bits, so
 * that ids of one process sort in the order in which they were made, even when the clock steps back a little.
 */
export function newId(now: Date): string {
  const ms = now.getTime();
  if (ms > lastMs || lastMs - ms > 60_000) {
    lastMs = ms;
    sequence = randomBytes(2).readUInt16BE() & 0x7ff;
  } else {
    sequence++;
    if (sequence > 0xfff) {
      sequence = 0;
      lastMs++;
    }
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const count = sequence.toString(16).padStart(3, '0');
  // Its last part is a version 4's: the same variant and random bits, which Node draws for many at once.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}${randomUUID().slice(18)}`;
}

/** A secret that cannot be guessed, URL-safe. */
export const randomToken = (bytes: number) => randomBytes(bytes).toString('base64url');

/** Before all ids; of nobody. */
export const nilId = '00000000-0000-0000-0000-000000000000';
