import { expect, test } from 'vitest';
import { answerLengths, cheapestPlan, estimateMonth, exchangesFor, exchangeTokens } from './calculator.ts';

test('a full exchange stays between 2,000 and 3,000 tokens, and longer answers cost more', () => {
  const ranges = answerLengths.map((length) => exchangeTokens(length, false));
  expect(ranges).toEqual([
    { low: 2000, high: 2964 },
    { low: 2014, high: 2978 },
    { low: 2036, high: 3000 },
  ]);
});

test('a quote costs its own words and the question’s: 3.5 characters a token, rounded up', () => {
  expect(answerLengths.map((length) => exchangeTokens(length, true).low)).toEqual([
    29 + 29,
    29 + 43,
    29 + 65,
  ]);
});

test('a month is its visitors’ messages, each an exchange', () => {
  expect(estimateMonth({ visitors: 500, messages: 3, answerLength: 225 }, false)).toEqual({
    exchanges: 1500,
    answer: 65,
    exchange: { low: 2036, high: 3000 },
    month: { low: 3_054_000, high: 4_500_000 },
  });
  expect(estimateMonth({ visitors: 0, messages: 3, answerLength: 100 }, false).month).toEqual({
    low: 0,
    high: 0,
  });
});

test('a plan’s tokens are told in exchanges, from long ones to short ones', () => {
  expect(exchangesFor(100_000)).toEqual({ low: 33, high: 50 });
});

const plan = (
  id: 'free' | 'starter' | 'growth' | 'scale',
  priceEur: number | null,
  messageTokens: number | null,
) => ({
  id,
  priceEur,
  messageTokens,
});
const plans = [
  plan('free', 0, 100),
  plan('starter', 30, 1000),
  plan('growth', 20, 2000),
  plan('scale', null, null),
];

test('the cheapest plan that is enough is named, whatever the order of the file', () => {
  expect(cheapestPlan(plans, 100)?.id).toBe('free');
  expect(cheapestPlan(plans, 101)?.id).toBe('growth');
});

test('a plan on request comes after every price; without any that is enough there is none', () => {
  expect(cheapestPlan(plans, 2001)?.id).toBe('scale');
  expect(cheapestPlan(plans.slice(0, 3), 2001)).toBeUndefined();
  expect(cheapestPlan([plan('scale', null, null), plan('growth', 9, null)], 5)?.id).toBe('growth');
});
