import type { Context } from '../../../context.ts';
import { overdueDeletions } from '../../../kit/metrics.ts';
import { countOverdue } from '../queries.ts';

const promisedMs = 24 * 3_600_000;

/** Tells `/metrics` of accounts whose deletion is late. */
export async function gaugeOverdueDeletions({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  overdueDeletions.set(await countOverdue(db, new Date(clock().getTime() - promisedMs)));
}
