import type { Log } from '../../kit/log.ts';
import { paymentAlerts } from '../../kit/metrics.ts';

/** Why the operator should look: each is a line of the log and a count in `/metrics`. */
export type AlertReason =
  | 'unknown_status'
  | 'unknown_price'
  | 'unknown_account'
  | 'missing_price'
  | 'duplicate_subscription'
  | 'invoice_not_finalized'
  | 'dispute'
  | 'other_mode'
  | 'other_version'
  | 'not_closed';

const sentences: Record<AlertReason, string> = {
  unknown_status: 'a subscription has a status that this program does not know; its plan stays as it was',
  unknown_price: 'a subscription has a price of no plan; its plan stays as it was',
  unknown_account: 'a subscription belongs to no account of this installation',
  missing_price: 'a plan has no price at Stripe, by neither its id nor its lookup key',
  duplicate_subscription: 'an account had more than one subscription; all but one are ended',
  invoice_not_finalized: 'Stripe could not finalise an invoice, mostly because of tax data that is missing',
  dispute: 'a payment is disputed: answer it in the dashboard of Stripe',
  other_mode: 'an event of the other mode (test or live) was ignored',
  other_version: 'the webhook endpoint has another API version than this program',
  not_closed:
    'a customer or subscription of a deleted account could not be ended at Stripe; it is tried again',
};

const warnings: readonly AlertReason[] = ['other_mode', 'other_version', 'duplicate_subscription'];

export function alertOperator(log: Log, reason: AlertReason, fields: object): void {
  paymentAlerts.inc({ reason });
  log[warnings.includes(reason) ? 'warn' : 'error']({ reason, ...fields }, sentences[reason]);
}
