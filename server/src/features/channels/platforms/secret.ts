import { createHash, timingSafeEqual } from 'node:crypto';
import type { OpenChannel } from './platform.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time, whatever the lengths; no secret at all is nobody's. */
export const isSame = (given: unknown, expected: string) =>
  typeof given === 'string' && expected !== '' && timingSafeEqual(digest(given), digest(expected));

/** Whether somebody shows the channel's secret, or the one that is about to replace it. */
export const showsSecret = (
  { webhookSecret, nextWebhookSecret }: Pick<OpenChannel, 'webhookSecret' | 'nextWebhookSecret'>,
  given: unknown,
) => isSame(given, webhookSecret) || (nextWebhookSecret !== null && isSame(given, nextWebhookSecret));
