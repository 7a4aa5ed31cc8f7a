import { speak } from '@parlance/contract/i18n';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StripeServer, startStripeServer } from '../server/src/test/servers/stripe.ts';
import { changeTexts } from '../web/src/features/pricing/change/texts.ts';
import { subscriptionTexts } from '../web/src/features/pricing/subscription/texts.ts';
import { troubleTexts } from '../web/src/features/pricing/subscription/trouble-texts.ts';
import { texts } from '../web/src/features/pricing/texts.ts';
import { planTexts } from '../web/src/ui/buttons/plan-texts.ts';
import { startJourney } from './start-journey.ts';
import { newVisitor, signIn, tellWhatIsSeen } from './visitor.ts';

let stripe: StripeServer;

beforeAll(async () => {
  stripe = await startStripeServer();
  stripe.business.addBuiltInPrices();
});
afterAll(() => stripe?.stop());
const journey = startJourney(() => ({ AUTH_MIN_SECONDS_BETWEEN_EMAILS: '0', ...stripe.env }));

const t = {
  ...speak(texts, 'fr'),
  change: speak(changeTexts, 'fr'),
  subscription: speak(subscriptionTexts, 'fr'),
  trouble: speak(troubleTexts, 'fr'),
  link: speak(planTexts, 'fr'),
};
const hear = () => stripe.deliverShuffled(`${journey.url}/webhooks/stripe`);

test('from a limit to the plan that lifts it: a card is refused, another pays, a smaller plan pauses what one picks', async ({
  onTestFailed,
}) => {
  const { email, call } = await journey.newAccount('fr');
  const { page, context, troubles } = await newVisitor(journey.browser, 'fr', [journey.url, stripe.url]);
  onTestFailed(() => tellWhatIsSeen('pricing-fr', page));
  const create = (name: string) => call('/chatbots', { json: { name, platform: 'website' } });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const says = (text: string) => page.getByText(text).first().waitFor();
  await create('Accueil');
  await signIn(page, journey.url, 'fr', email);

  // The limit leads to the plan that lifts it.
  await page.goto(`${journey.url}/chatbots?create=1`);
  await page
    .getByRole('dialog')
    .getByRole('link', { name: t.link.plan('Starter') })
    .click();
  await page.waitForURL(/\/pricing\?plan=starter$/);
  await press(t.choose('Starter'));
  await says(t.change.dueNow('19\u00a0€'));
  await page.getByRole('button', { name: t.change.toPayment }).dblclick();

  // A refused card changes nothing, and the choice is still there.
  await press('Pay with a card that is declined');
  await page.getByRole('heading', { name: 'Your card was declined' }).waitFor();
  await press('Back');
  await says(t.subscription.cancelledChoice('Starter'));
  await press(t.subscription.again);
  await press(t.change.toPayment);
  await press('Pay');
  expect(stripe.business.subscriptions.size).toBe(1);

  // Paid is what our own server has heard.
  await says(t.subscription.waiting('Starter'));
  expect(await page.getByText(t.subscription.arrived('Starter')).count()).toBe(0);
  await hear();
  await says(t.subscription.arrived('Starter'));
  await page.locator('#plan-starter[aria-current]').waitFor();

  // Before a smaller plan one picks what stays on.
  await create('Réservations');
  await create('Spa');
  await press(t.backToFree);
  await says(t.change.keep(1));
  await page.getByRole('checkbox', { name: 'Accueil' }).uncheck();
  await page.getByRole('checkbox', { name: 'Spa' }).check();
  await press(t.change.toConfirmation);
  await press('Cancel the subscription');
  await page.waitForURL(/\/pricing\?from=portal$/);
  await hear();
  await page.getByRole('button', { name: t.subscription.resume }).waitFor();
  await press(t.backToFree);
  await page.getByRole('checkbox', { name: 'Spa', checked: true }).waitFor();
  await page.keyboard.press('Escape');

  // A failed payment is told on every screen.
  const [subscription] = stripe.business.subscriptions.values();
  stripe.business.change(subscription?.id ?? '', {
    status: 'past_due',
    cancel_at: null,
    cancel_at_period_end: false,
  });
  await hear();
  await page.goto(journey.url);
  await says(t.trouble.pastDue);
  await press(t.trouble.update);
  await page.getByRole('heading', { name: 'Portal' }).waitFor();

  expect(troubles).toEqual([]);
  await context.close();
});
