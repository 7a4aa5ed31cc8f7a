import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { AppError } from './errors.ts';

const keptMs = 24 * 3_600_000;
/** After this a request that never ended is taken for dead. */
const runningMs = 5 * 60_000;

interface Told {
  status: number;
  body: unknown;
}

/**
 * `Idempotency-Key`: per owner, kept a day, bound to method, address and body. The same request again gets
 * the stored answer; another under the same key 422; one that still runs 409. Refusals are not stored.
 */
export async function runOnce(
  { db, clock }: Context,
  { ownerId, request, status }: { ownerId: string; request: FastifyRequest; status: number },
  run: () => Promise<unknown>,
): Promise<Told> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return { status, body: await run() };
  if (typeof key !== 'string' || key.length < 1 || key.length > 200) {
    throw new AppError('validation_failed', {
      errors: [{ path: 'Idempotency-Key', code: 'too_long', message: '1–200 characters' }],
    });
  }
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest();
  const now = clock();
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ owner_id: ownerId, key, fingerprint, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['owner_id', 'key'])
        .doUpdateSet({ fingerprint, created_at: now, status: null, body: null })
        .where((e) =>
          e.or([
            e('idempotency_keys.created_at', '<', new Date(now.getTime() - keptMs)),
            e.and([
              e('idempotency_keys.status', 'is', null),
              e('idempotency_keys.created_at', '<', new Date(now.getTime() - runningMs)),
            ]),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst();
  const own = () => db.selectFrom('idempotency_keys').where('owner_id', '=', ownerId).where('key', '=', key);
  if (!claimed) {
    const earlier = await own().selectAll().executeTakeFirst();
    if (earlier && !earlier.fingerprint.equals(fingerprint)) throw new AppError('idempotency_conflict');
    if (!earlier || earlier.status === null)
      throw new AppError('idempotency_running', { retryAfterSeconds: 2 });
    return { status: earlier.status, body: earlier.body ?? undefined };
  }
  try {
    const body = await run();
    await db
      .updateTable('idempotency_keys')
      .set({ status, body: body === undefined ? null : JSON.stringify(body) })
      .where('owner_id', '=', ownerId)
      .where('key', '=', key)
      .execute();
    return { status, body };
  } catch (error) {
    await db.deleteFrom('idempotency_keys').where('owner_id', '=', ownerId).where('key', '=', key).execute();
    throw error;
  }
}

/** Called by a daily job. */
export const forgetIdempotencyKeys = ({ db, clock }: Context) =>
  db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(clock().getTime() - keptMs))
    .execute();
