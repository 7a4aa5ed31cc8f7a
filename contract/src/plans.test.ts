import { expect, test } from 'vitest';
import { planThatLifts } from './plans.ts';

const plan = (
  id: 'free' | 'starter' | 'growth' | 'scale',
  chatbots: number | null,
  storageBytes: number,
) => ({
  id,
  messageTokens: 0,
  storageTokens: 0,
  storageBytes,
  chatbots,
});
const plans = [plan('free', 1, 50), plan('starter', 3, 50), plan('growth', 3, 10), plan('scale', null, 90)];
const lifting = (...wanted: [current: 'free' | 'starter' | 'scale' | 'enterprise', used?: number]) =>
  planThatLifts(plans, wanted[0], 'chatbots', wanted[1])?.id;

test('the smallest plan that allows more lifts a limit, whatever stands between', () => {
  expect(lifting('free')).toBe('starter');
  expect(lifting('starter')).toBe('scale');
  expect(planThatLifts(plans, 'free', 'storageBytes')?.id).toBe('scale');
});

test('what is used already must fit as well', () => {
  expect(lifting('free', 2)).toBe('starter');
  expect(lifting('free', 3)).toBe('scale');
});

test('nothing lifts what is unlimited, or allowed by no plan', () => {
  expect(lifting('scale')).toBeUndefined();
  expect(planThatLifts(plans, 'free', 'storageTokens')).toBeUndefined();
});

test('a plan that is no longer sold is the first one', () => {
  expect(lifting('enterprise')).toBe('starter');
});
