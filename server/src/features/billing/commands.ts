import { transaction } from '../../db/transaction.ts';
import type { Command } from '../../operation/commands/command.ts';
import { findAccountByEmail, lockOwner } from '../auth/service.ts';
import { planOf } from './account-plan.ts';
import { subscriptionsOf } from './queries/subscriptions.ts';
import { isLive } from './standing.ts';
import { type FitToPlan, settleAccount } from './syncing/account.ts';

/** Gives a plan by hand, as one that is sold by contract is; the first plan takes it back, and what is paid holds again. */
export const setPlan = (fitToPlan: FitToPlan): Command => ({
  name: 'admin set-plan',
  parameters: ['EMAIL', 'PLAN'],
  summary: 'Gives an account a plan that stands over what it pays; the first plan takes it back',
  async run(context, { args: [email = '', wanted = ''], say }) {
    const { db, config } = context;
    const { plans } = config;
    if (!plans.some(({ id }) => id === wanted)) {
      say(`There is no plan "${wanted}": ${plans.map(({ id }) => id).join(', ')}.`);
      return 1;
    }
    const ownerId = await findAccountByEmail(db, email);
    if (ownerId === undefined) {
      say(`There is no account with the address ${email}.`);
      return 1;
    }
    const grant = { plan: wanted === plans[0]?.id ? null : wanted };
    const { plan, subscriptions } = await transaction(db, async (db) => {
      await lockOwner(db, ownerId);
      await settleAccount(context, db, ownerId, fitToPlan, grant);
      return { ...(await planOf(db, plans, ownerId)), subscriptions: await subscriptionsOf(db, ownerId) };
    });
    say(`${email} is on the plan "${plan.id}"${grant.plan === null ? '.' : ', given by hand.'}`);
    if (grant.plan !== null && subscriptions.some(isLive))
      say('Its subscription at Stripe goes on: cancel it there, unless it is the contract’s.');
    return 0;
  },
});
