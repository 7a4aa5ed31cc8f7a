import { createHash } from 'node:crypto';

/** For what is random enough to need no key: tokens of ours, which are stored as this only. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest();
