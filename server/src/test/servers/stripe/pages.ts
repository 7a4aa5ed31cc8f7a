import type { Business } from './business.ts';
import { portalsOf } from './calls.ts';
import { type Form, partOf } from './form.ts';

interface Page {
  html: string;
  location?: string;
}

const page = (title: string, buttons: readonly [action: string, label: string][]): Page => ({
  html: `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><form method="post">${buttons
    .map(([action, label]) => `<button name="action" value="${action}">${label}</button>`)
    .join('')}</form></html>`,
});
const leave = (location: string | null | undefined): Page => ({ html: '', location: location ?? '/' });

/** The pages that Stripe hosts: checkout, portal, an invoice; each with the buttons that matter. */
export function answerPage(business: Business, method: string, url: URL, form: Form): Page {
  const [, place, id = ''] = url.pathname.split('/');
  const action = method === 'POST' ? partOf(form, 'action') : undefined;
  if (place === 'checkout') return checkoutPage(business, id, action);
  if (place === 'portal') return portalPage(business, id, action);
  return page('Invoice', []);
}

function checkoutPage(business: Business, id: string, action: string | undefined): Page {
  const session = business.sessions.get(id);
  if (session?.status !== 'open') return page('This page has expired', []);
  if (action === 'cancel') return leave(session.cancel_url);
  if (action === 'pay') {
    business.checkOut(id, 'pay');
    return leave(session.success_url?.replace('{CHECKOUT_SESSION_ID}', id));
  }
  const title = action === 'fail' ? 'Your card was declined' : 'Checkout';
  return page(title, [
    ['pay', 'Pay'],
    ['fail', 'Pay with a card that is declined'],
    ['cancel', 'Back'],
  ]);
}

function portalPage(business: Business, id: string, action: string | undefined): Page {
  const portal = portalsOf(business).get(id);
  if (!portal) return page('This page has expired', []);
  const { form, customer } = portal;
  const subscription = business.subscriptionsOf(customer).find(({ status }) => status !== 'canceled');
  const price = partOf(form, 'flow_data', 'subscription_update_confirm', 'items', '0', 'price');
  if (action === undefined) {
    return page('Portal', [
      ...(price === undefined ? [] : [['confirm', 'Confirm'] as [string, string]]),
      ['cancel', 'Cancel the subscription'],
      ['resume', 'Don’t cancel'],
      ['card', 'Update the card'],
      ['return', 'Return'],
    ]);
  }
  if (subscription) {
    if (action === 'confirm' && price !== undefined) business.changePlan(subscription.id, price);
    if (action === 'cancel') business.cancelAtEnd(subscription.id);
    if (action === 'resume') business.resume(subscription.id);
    if (action === 'card') {
      business.refusedCards.delete(customer);
      business.retry(subscription.id);
    }
  }
  return leave(partOf(form, 'return_url'));
}
