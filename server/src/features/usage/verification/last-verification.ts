import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { readSetting, storeSetting } from '../../../db/settings.ts';
import { ledgerDifferences, ledgerProvenAt } from '../../../kit/metrics.ts';

/** In the database: another process than the one that proved the ledger may be asked for it. */
const key = 'usage.last-verification';

/** Keeps what the nightly proof of the ledger found. */
export const storeVerification = (db: Db, { differences, at }: { differences: number; at: Date }) =>
  storeSetting(db, key, `${differences} ${at.toISOString()}`, at);

/** Tells `/metrics` what it found. */
export async function gaugeVerification({ db }: Pick<Context, 'db'>): Promise<void> {
  const [differences, at] = (await readSetting(db, key))?.split(' ') ?? [];
  if (differences === undefined || at === undefined) return;
  ledgerDifferences.set(Number(differences));
  ledgerProvenAt.set(Date.parse(at) / 1000);
}
