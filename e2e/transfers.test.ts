import { speak } from '@parlance/contract/i18n';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { texts as offerTexts } from '../web/src/features/chatbots/parts/offer-texts.ts';
import { texts as chatbotTexts } from '../web/src/features/chatbots/texts.ts';
import { texts } from '../web/src/features/transfers/texts.ts';
import { startJourney } from './start-journey.ts';
import { violations } from './violations.ts';
import { signIn, tellWhatIsSeen } from './visitor.ts';

const journey = startJourney();

/** Asks on the widget's own page. */
async function ask(page: Page, question: string) {
  await page.getByRole('textbox').fill(question);
  await page.getByRole('textbox').press('Enter');
}

test('a chatbot goes from one account to another under the eyes of both, and of a visitor', async ({
  onTestFailed,
}) => {
  const [sender, receiver] = [await journey.newAccount('fr'), await journey.newAccount('en')];
  const chatbot = await sender.call<{ id: string; publicId: string }>('/chatbots', {
    json: { name: 'Musée', platform: 'website' },
  });
  await sender.call(`/chatbots/${chatbot.id}/answers`, {
    json: { question: 'Le musée est-il ouvert le lundi ?', answer: 'Non, il est fermé le lundi.' },
  });
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, bypassCSP: true };
  const one = await journey.newVisitor('fr', { bypassCSP: true });
  const other = await journey.newVisitor('en', phone);
  const guest = await journey.newVisitor('fr');
  onTestFailed(async () => {
    for (const [name, { page }] of Object.entries({ one, other, guest }))
      await tellWhatIsSeen(`transfers-${name}`, page);
  });
  const [fr, en] = [speak(texts, 'fr'), speak(texts, 'en')];
  await guest.page.goto(`${journey.url}/embed/${chatbot.publicId}`);
  await ask(guest.page, 'Est-ce ouvert le lundi ?');
  await guest.page.getByText('fermé le lundi').first().waitFor();

  await signIn(one.page, journey.url, 'fr', sender.email, '/chatbots');
  await one.page.getByRole('button', { name: speak(chatbotTexts, 'fr').actionsOf('Musée') }).click();
  await one.page.getByRole('menuitem', { name: speak(chatbotTexts, 'fr').transfer, exact: true }).click();
  const dialog = one.page.getByRole('dialog', { name: fr.offer });
  await dialog.getByRole('combobox', { name: fr.chatbot }).waitFor();
  await dialog.getByRole('textbox', { name: fr.email }).fill(receiver.email);
  expect(await violations(one.page)).toEqual([]);
  await dialog.getByRole('button', { name: fr.send }).click();
  await one.page.getByText(fr.pending, { exact: true }).waitFor();
  expect(await violations(one.page)).toEqual([]);

  await signIn(other.page, journey.url, 'en', receiver.email, '/chatbots');
  await other.page.getByRole('link', { name: speak(offerTexts, 'en').see }).waitFor();
  await other.page.getByRole('link', { name: speak(offerTexts, 'en').see }).click();
  await other.page.getByRole('button', { name: en.acceptOf('Musée') }).waitFor();
  expect(await violations(other.page)).toEqual([]);
  await other.page.getByRole('button', { name: en.acceptOf('Musée') }).click();
  const asked = other.page.getByRole('dialog', { name: en.acceptTitle('Musée') });
  await asked.getByText(en.effectChatbots, { exact: true }).waitFor();
  expect(await violations(other.page)).toEqual([]);
  await asked.getByRole('button', { name: en.accept, exact: true }).click();
  await other.page.getByText(en.accepted, { exact: true }).waitFor();

  // The sender's page hears of it.
  await one.page.getByText(fr.accepted, { exact: true }).waitFor();
  // The visitor's page stands where it stood.
  await ask(guest.page, 'Le musée ouvre-t-il le lundi ?');
  // Of the transcript's: a live region says the newest one, too, for a while.
  const answers = guest.page.getByRole('listitem').filter({ hasText: 'fermé le lundi' });
  await expect.poll(() => answers.count(), { timeout: 20_000 }).toBe(2);
  await expect(sender.call(`/chatbots/${chatbot.id}`)).rejects.toThrow('404');
  const { items } = await receiver.call<{ items: { name: string }[] }>('/chatbots');
  expect(items.map(({ name }) => name)).toEqual(['Musée']);
  for (const { troubles, context } of [one, other, guest]) {
    expect(troubles).toEqual([]);
    await context.close();
  }
});
