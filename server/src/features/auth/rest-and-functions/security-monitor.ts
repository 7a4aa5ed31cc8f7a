import * as z from 'zod/mini';
import { transaction } from '../../../db/transaction.ts';
import { AppError } from '../../../kit/errors.ts';
import { parsePart } from '../../../kit/http/route.ts';
import { countAttempts } from '../../../kit/limits/rate-limit.ts';
import { deviceOf } from '../protocol/endpoints.ts';
import { recordBrowserEvent } from '../sessions/security-events.ts';
import type { ProtocolFunction } from './protocol-function.ts';

const text = (max: number, min = 0) => z.string().check(z.minLength(min), z.maxLength(max));

const event = z.strictObject({
  timestamp: z.iso.datetime({ offset: true }),
  event: text(100, 1),
  severity: z.enum(['low', 'medium', 'high', 'critical']),
  details: z.optional(z.json()),
  userAgent: z.optional(z.nullable(text(1024))),
  url: z.optional(z.nullable(text(2048))),
  source: z.optional(z.nullable(text(100))),
});

const maxEventsPerMinute = 60;

/** `security-monitor`: what a page noticed in its own session. Kept as its claim; nothing of it comes back. */
export const securityMonitor: ProtocolFunction = {
  name: 'security-monitor',
  maxBodyBytes: 16 * 1024,
  async run(context, { userId }, request) {
    const wait = await countAttempts(context, [
      { of: `security monitor:${userId}`, limit: maxEventsPerMinute, windowMs: 60_000 },
    ]);
    if (wait !== undefined) throw new AppError('rate_limited', { retryAfterSeconds: wait });
    const {
      event: name,
      severity,
      ...details
    } = parsePart(event, request.body, 'body') as z.output<typeof event>;
    await transaction(context.db, (db) =>
      recordBrowserEvent(context, db, {
        userId,
        event: name,
        severity,
        details,
        device: deviceOf(request),
      }),
    );
    return { received: true };
  },
};
