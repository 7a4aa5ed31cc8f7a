import { transaction } from '../../db/transaction.ts';
import { type AnyWork, work } from '../../kit/jobs/job.ts';
import { lockOwner } from '../auth/service.ts';
import { alertOperator } from './alerts.ts';
import { mailBillingWork } from './mails/mails.ts';
import { customerOf, unbindCustomer } from './queries/customers.ts';
import {
  closeAtStripe,
  endDuplicates,
  endGrace,
  findSubscriptions,
  reconcile,
  syncSubscription,
  takeEvent,
} from './queue.ts';
import { stripeOf } from './stripe/client.ts';
import { type FitToPlan, settleAccount } from './syncing/account.ts';
import { closeDeletedAccounts } from './syncing/closures.ts';
import { endDuplicateSubscriptions } from './syncing/duplicates.ts';
import { notify, notifyOfInvoice, notifyOfTrial } from './syncing/notices.ts';
import { reconcileWithStripe } from './syncing/reconciliation.ts';
import { syncSubscription as sync } from './syncing/sync.ts';

const takeEventWork = (fitToPlan: FitToPlan) =>
  work(takeEvent, async (context, { eventId, type, subscriptionId, invoiceId, customerId, ownerId }) => {
    const { db, log } = context;
    if (type === 'charge.dispute.created') return alertOperator(log, 'dispute', { eventId });
    if (type === 'invoice.finalization_failed') {
      alertOperator(log, 'invoice_not_finalized', { eventId, invoiceId });
    }
    if (type === 'customer.deleted' && customerId !== undefined) {
      await unbindCustomer(db, customerId);
      return;
    }
    if (subscriptionId === undefined) {
      if (type === 'checkout.session.async_payment_failed' && ownerId !== undefined)
        await notify(context, { ownerId, cause: `not_paid:${eventId}`, about: 'not_paid', plan: null });
      return;
    }
    const subject = await sync(context, subscriptionId, fitToPlan, ownerId);
    if (!subject) return;
    if (type === 'customer.subscription.trial_will_end') await notifyOfTrial(context, subject);
    if (type === 'checkout.session.async_payment_failed') {
      const cause = `not_paid:${subscriptionId}`;
      await notify(context, { ownerId: subject.ownerId, cause, about: 'not_paid', plan: null });
    }
    if (invoiceId === undefined) return;
    if (type === 'invoice.payment_failed')
      await notifyOfInvoice(context, invoiceId, 'payment_failed', subject);
    if (type === 'invoice.payment_action_required')
      await notifyOfInvoice(context, invoiceId, 'action_required', subject);
  });

const findSubscriptionsWork = (fitToPlan: FitToPlan) =>
  work(findSubscriptions, async (context, { ownerId }) => {
    const customer = (await customerOf(context.db, ownerId))?.customer_id;
    if (customer == null) return;
    const { data } = await stripeOf(context.config).subscriptions.list({
      customer,
      status: 'all',
      limit: 100,
    });
    for (const { id } of data) await sync(context, id, fitToPlan);
  });

/** The work of billing; `fitToPlan` is what another plan does to what stands right of it. */
export const billingWork = (fitToPlan: FitToPlan): AnyWork[] => [
  takeEventWork(fitToPlan),
  work(syncSubscription, async (context, { subscriptionId }) => {
    await sync(context, subscriptionId, fitToPlan);
  }),
  findSubscriptionsWork(fitToPlan),
  work(endGrace, (context, { ownerId }) =>
    transaction(context.db, async (db) => {
      await lockOwner(db, ownerId);
      await settleAccount(context, db, ownerId, fitToPlan);
    }),
  ),
  work(endDuplicates, (context, { ownerId }) => endDuplicateSubscriptions(context, ownerId, fitToPlan)),
  work(reconcile, (context, _payload, { signal }) => reconcileWithStripe(context, signal)),
  work(closeAtStripe, (context, _payload, { signal }) => closeDeletedAccounts(context, signal)),
  mailBillingWork,
];
