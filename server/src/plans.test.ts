import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { readPlans } from './plans.ts';

const gib = 1_073_741_824;
const folder = mkdtempSync(join(tmpdir(), 'parlance-plans-'));
function fileOf(content: string) {
  const file = join(folder, `plans-${Math.random()}.json`);
  writeFileSync(file, content);
  return file;
}
const plan = (id: string, changes: Record<string, unknown> = {}) => ({
  id,
  priceEur: 0,
  messageTokens: 1,
  storageTokens: 1,
  chatbots: 1,
  ...changes,
});

test('the built-in plans have room for 1, 5, 20 and 100 GiB of files', () => {
  expect(readPlans(undefined).map(({ storageBytes }) => storageBytes)).toEqual([
    gib,
    5 * gib,
    20 * gib,
    100 * gib,
    null,
  ]);
});

test('a file that says nothing of files gives each plan 1 GiB; null is unlimited', () => {
  const plans = readPlans(
    fileOf(JSON.stringify([plan('free'), plan('scale'), plan('growth', { storageBytes: null })])),
  );
  expect(plans.map(({ storageBytes }) => storageBytes)).toEqual([gib, gib, null]);
});

describe('what is wrong with a file of plans ends the start with one line', () => {
  const figureTwice = JSON.stringify([plan('free')]).replace('"chatbots":1', '"chatbots":1,"chatbots":2');
  const wrong: [content: string, says: string][] = [
    ['[{', 'JSON'],
    ['{}', 'must be a list'],
    ['[]', 'must be a list'],
    ['[1]', 'plan 1 is no object'],
    [JSON.stringify([plan('free'), plan('gold')]), 'plan "gold" is none of free, starter'],
    [JSON.stringify([plan('free', { messageTokens: undefined })]), 'plan "free" has no messageTokens'],
    [JSON.stringify([plan('free'), plan('growth', { chatbots: -1 })]), 'plan "growth" has -1 for chatbots'],
    [JSON.stringify([plan('free', { storageTokens: 1.5 })]), 'plan "free" has 1.5 for storageTokens'],
    [JSON.stringify([plan('free', { priceEur: '19' })]), 'plan "free" has "19" for priceEur'],
    [JSON.stringify([plan('free', { storageByte: 1 })]), 'plan "free" has an unknown entry "storageByte"'],
    [JSON.stringify([plan('free'), plan('free')]), 'plan "free" is listed twice'],
    [figureTwice, 'the same key twice'],
    [JSON.stringify([plan('starter')]), 'the first plan must be "free"'],
    [
      JSON.stringify([
        plan('free'),
        plan('starter', { stripePriceId: 'price_1' }),
        plan('scale', { stripePriceId: 'price_1' }),
      ]),
      'two plans have the stripePriceId "price_1"',
    ],
  ];
  test.each(wrong)('%s', (content, says) => {
    let message = '';
    try {
      readConfig({ PLANS_FILE: fileOf(content) });
    } catch (error) {
      if (error instanceof ConfigError) message = error.message;
    }
    expect(message).toMatch(/^PLANS_FILE cannot be used: [^\n]*\.$/);
    expect(message).toContain(says);
  });
});
