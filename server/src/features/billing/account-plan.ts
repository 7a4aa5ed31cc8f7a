import type { Plan } from '@parlance/contract/endpoints/usage';
import { knownTimeZone } from '@parlance/contract/local-time';
import type { Db } from '../../db/open.ts';
import { requireFound } from '../../kit/errors.ts';
import { accountPlan } from './queries/accounts.ts';

/** What its plan is told from. */
export interface Account {
  created_at: Date;
  time_zone: string | null;
  plan: string | null;
  active_until: Date | null;
}

/** The plan an account is on, and until when; without a row of its own, the first plan of the file. Its months are counted from `since`, in its time zone. */
export async function planOf(
  db: Db,
  plans: readonly Plan[],
  ownerId: string,
  known?: Account,
): Promise<{ plan: Plan; activeUntil: Date | null; since: Date; timeZone: string }> {
  const account = known ?? requireFound(await accountPlan(db, ownerId));
  const plan = plans.find(({ id }) => id === account.plan) ?? plans[0];
  if (!plan) throw new Error('the list of plans is empty');
  return {
    plan,
    activeUntil: account.active_until,
    since: account.created_at,
    timeZone: knownTimeZone(account.time_zone),
  };
}
