import type { Context } from '../../../context.ts';
import { accountLanguage, accountOf } from '../../auth/service.ts';
import { bindCustomer, customerOf } from '../queries/customers.ts';
import { promptly, stripeOf } from '../stripe/client.ts';

/** Who an account is at Stripe: made there with its first payment, once, however often it is asked for. */
export async function requireCustomer({ db, config, clock }: Context, ownerId: string): Promise<string> {
  const known = await customerOf(db, ownerId);
  if (known?.customer_id != null) return known.customer_id;
  const stripe = stripeOf(config);
  const former = known?.former ?? 0;
  // Under one key Stripe wants the same words: what may change in between follows in a call of its own.
  const { id } = await stripe.customers.create(
    { metadata: { user_id: ownerId } },
    { ...promptly, idempotencyKey: `customer-${ownerId}${former === 0 ? '' : `-${former}`}` },
  );
  const customerId = await bindCustomer(db, { ownerId, customerId: id, now: clock() });
  const { email } = await accountOf(db, ownerId);
  const preferred_locales = [await accountLanguage(db, ownerId)];
  await stripe.customers.update(
    customerId,
    { preferred_locales, ...(email === '' ? {} : { email }) },
    promptly,
  );
  return customerId;
}
