import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { encodeJson } from '../../db/json.ts';
import { transaction } from '../../db/transaction.ts';
import { AppError } from '../errors.ts';

const retentionMs = 24 * 3_600_000;

interface StoredAnswer {
  status: number;
  body: unknown;
}

/**
 * Runs a call once for its `Idempotency-Key`: per owner, kept a day, bound to method, address and body. The same
 * request again gets the stored answer; another under the same key 422; one that still runs waits or hears 409. `run`
 * works in the transaction that stores its answer: whenever the process ends, both are there or neither. A refusal
 * leaves nothing of either.
 */
export async function runOnce(
  context: Context,
  { ownerId, request, status }: { ownerId: string; request: FastifyRequest; status: number },
  run: (context: Context) => Promise<unknown>,
): Promise<StoredAnswer> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return { status, body: await run(context) };
  if (typeof key !== 'string' || key.length < 1 || key.length > 200) {
    throw new AppError('validation_failed', {
      errors: [{ path: 'Idempotency-Key', code: 'too_long', message: '1–200 characters' }],
    });
  }
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest();
  return transaction(context.db, async (db) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`${ownerId} ${key}`}, 0)) as taken`.execute(db);
    if (!rows[0]?.taken) throw new AppError('idempotency_running', { retryAfterSeconds: 2 });
    const now = context.clock();
    const earlier = await db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('key', '=', key)
      .where('created_at', '>=', new Date(now.getTime() - retentionMs))
      .where('status', 'is not', null)
      .executeTakeFirst();
    if (earlier && !earlier.fingerprint.equals(fingerprint)) throw new AppError('idempotency_conflict');
    if (earlier) return { status: earlier.status as number, body: earlier.body ?? undefined };
    const body = await run({ ...context, db });
    const stored = {
      fingerprint,
      status,
      body: body === undefined ? null : encodeJson(body),
      created_at: now,
    };
    await db
      .insertInto('idempotency_keys')
      .values({ owner_id: ownerId, key, ...stored })
      .onConflict((conflict) => conflict.columns(['owner_id', 'key']).doUpdateSet(stored))
      .execute();
    return { status, body };
  });
}

/** Deletes keys that are older than a day; called by a daily job. */
export const deleteExpiredIdempotencyKeys = ({ db, clock }: Context) =>
  db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(clock().getTime() - retentionMs))
    .execute();
