import { createHash } from 'node:crypto';

/** How long a visitor's token opens the conversation that it was given for. */
export const visitorTokenMs = 30 * 86_400_000;

/** What is stored of a visitor's token. */
export const hashVisitorToken = (token: string): Buffer => createHash('sha256').update(token).digest();
