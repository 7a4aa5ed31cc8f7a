import { createHash } from 'node:crypto';

/**
 * The id that something of the original has in a copy, alike each time, so that copying which was broken off finds what
 * it has made. A UUID of version 8 (RFC 9562).
 */
export function copyId(chatbotId: string, original: string): string {
  const hex = createHash('sha256').update(`${chatbotId} ${original}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
