import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { speak } from '@parlance/contract/i18n';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { texts as appTexts } from '../web/src/app/texts.ts';
import { partTexts } from '../web/src/features/answers/answer/part-texts.ts';
import { texts as auditTexts, peakTexts } from '../web/src/features/audit/texts.ts';
import { texts as chartTexts } from '../web/src/ui/charts/texts.ts';
import { until } from './built-program.ts';
import { hotel } from './hotel.ts';
import { startJourney } from './start-journey.ts';
import { signIn, tellWhatIsSeen } from './visitor.ts';

const language = 'fr';
const t = {
  app: speak(appTexts, language),
  audit: speak(auditTexts, language),
  chart: speak(chartTexts, language),
};
const [parts, peaks] = [speak(partTexts, language), speak(peakTexts, language)];

// Room for a second chatbot.
const journey = startJourney({ PLANS_FILE: join(import.meta.dirname, '../server/src/test/plans.json') });

type Call = Awaited<ReturnType<typeof journey.newAccount>>['call'];

/** A chatbot that has read a file and answered questions from it. */
async function makeChatbot(call: Call, name: string, questions: number) {
  const chatbot = await call<{ id: string; publicId: string }>('/chatbots', {
    json: { name, platform: 'website' },
  });
  const form = new FormData();
  // Text of its own: what was read before is not charged again.
  form.append('files', new Blob([hotel[language].parking, `\n${name}`]), 'parking.txt');
  await call(`/chatbots/${chatbot.id}/files`, { method: 'POST', body: form });
  await until('the file to be read', async () => {
    const { items } = await call<{ items: { status: string }[] }>(`/chatbots/${chatbot.id}/sources`);
    return items.some(({ status }) => status === 'ready') || undefined;
  });
  for (let asked = 0; asked < questions; asked++) await ask(chatbot.publicId);
  return chatbot;
}

const ask = async (publicId: string) => {
  const answer = await fetch(`${journey.url}/embed/v1/${publicId}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: hotel[language].parking }),
  });
  await answer.text();
};

const figureIn = (text: string | null) => Number(text?.replace(/\D/g, ''));
const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);

const tile = async (page: Page, label: string) =>
  figureIn(
    await page
      .getByRole('region', { name: t.audit.summary })
      .getByText(label, { exact: true })
      .locator('xpath=following-sibling::*[1]')
      .textContent(),
  );

/** The tokens of the rows, from above. */
const rowsOf = async (page: Page) =>
  (
    await page
      .locator('[data-row]')
      .evaluateAll((rows) => rows.map((row) => row.lastElementChild?.textContent ?? ''))
  ).map((text) => figureIn(text.replace(/^\D+/, '')));

/** Until figures and rows are those of the filter, and agree. */
async function agreed(page: Page, rows: number) {
  await page.locator('[data-row]').nth(rows).waitFor({ state: 'detached' });
  await page
    .locator('[data-row]')
    .nth(rows - 1)
    .waitFor();
  await page.locator('main [aria-busy]').waitFor({ state: 'detached' });
  const [total, entries, tokens] = await Promise.all([
    tile(page, t.audit.total),
    tile(page, t.audit.entries),
    rowsOf(page),
  ]);
  expect([total, entries]).toEqual([sum(tokens), rows]);
  return tokens;
}

test('what the figures sum up is what the rows list, what a file holds and what a row’s parts come to; by keyboard', async ({
  onTestFailed,
}) => {
  const { email, call } = await journey.newAccount(language);
  const kept = await makeChatbot(call, 'Accueil', 2);
  const gone = await makeChatbot(call, 'Boutique', 1);
  await call(`/chatbots/${gone.id}`, { method: 'DELETE' });

  const { context, page, troubles } = await journey.newVisitor(language);
  onTestFailed(() => tellWhatIsSeen('token-audit', page));
  await signIn(page, journey.url, language, email);
  await page.getByRole('link', { name: t.app.audit, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: t.audit.title }).waitFor();
  await agreed(page, 5);
  // What a visitor costs meanwhile comes by itself, in figures and rows alike.
  await ask(kept.publicId);
  const all = await agreed(page, 6);

  // The read-out of the chart, and the same figures as a table.
  const chart = page.getByRole('slider', { name: t.audit.history });
  await chart.focus();
  await chart.press('Home');
  const first = await chart.getAttribute('aria-valuetext');
  await chart.press('End');
  expect(await chart.getAttribute('aria-valuetext')).not.toBe(first);
  expect(await tile(page, peaks.day)).toBe(sum(all));
  await page
    .getByRole('group', { name: `${t.chart.view}, ${t.audit.history}` })
    .getByRole('radio')
    .last()
    .press('Space');
  const table = page.getByRole('table', { name: t.audit.history });
  expect(figureIn(await table.locator('tbody tr').first().locator('td').last().textContent())).toBe(sum(all));

  // Sorted by keyboard, the heads say so.
  const head = page.getByRole('columnheader', { name: t.audit.tokens }).last();
  await head.getByRole('button').press('Enter');
  await until('the rows in order', async () => {
    const tokens = await rowsOf(page);
    return tokens.join() === all.toSorted((one, other) => one - other).join() || undefined;
  });
  expect(await head.getAttribute('aria-sort')).toBe('ascending');

  // One type, by the menu; then the chatbot that is no more, by its share.
  await page.getByRole('button', { name: t.audit.anyType }).press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  expect(new URL(page.url()).searchParams.get('type')).toBe('message');
  await agreed(page, 4);
  await page
    .getByRole('button', { name: t.audit.deleted('Boutique') })
    .first()
    .press('Enter');
  await agreed(page, 1);
  expect(new URL(page.url()).searchParams.get('chatbot')).toBe(gone.id);

  // The file is exactly of these filters, in this order.
  await page.getByRole('button', { name: t.audit.clearFilters }).press('Enter');
  const listed = await agreed(page, 6);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t.audit.exportCsv }).press('Enter'),
  ]);
  const [, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines.map((line) => figureIn(line.split(';').at(-1) ?? ''))).toEqual(listed);

  // A row opens to its parts, and leads to what it was for.
  await page.goto(`${journey.url}/token-audit?operation=chat_completion&chatbot=${kept.id}`);
  const [tokens] = await agreed(page, 3);
  await page.locator('[data-row] button').first().press('Enter');
  const paid = page.getByRole('table', { name: t.audit.paidFor });
  await paid.getByText(parts.answer, { exact: true }).waitFor();
  const cells = (await paid.locator('tbody td').allTextContents()).map(figureIn);
  expect([sum(cells), figureIn(await paid.locator('tfoot td').textContent())]).toEqual([tokens, tokens]);
  await page.getByRole('link', { name: t.audit.openConversation }).press('Enter');
  await page.getByText(hotel[language].parking.slice(0, 20)).first().waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});
