import { randomBytes } from 'node:crypto';

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
  const bytes = randomBytes(16);
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A secret that cannot be guessed, URL-safe. */
export const randomToken = (bytes: number) => randomBytes(bytes).toString('base64url');
