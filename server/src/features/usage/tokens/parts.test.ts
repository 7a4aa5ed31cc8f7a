import { ledgerPart } from '@parlance/contract/endpoints/usage';
import { describe, expect, test } from 'vitest';
import type { ProviderRequest } from '../../../kit/models/models.ts';
import { joinParts, splitTokens, sumParts, type TokenParts } from './parts.ts';
import { applyPriceFactor, priceParts, soldParts } from './sold-tokens.ts';

const names = ledgerPart.shape.name.options;

/** Numbers that look random and are the same each time. */
function sequence(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function arbitraryParts(next: (below: number) => number): TokenParts {
  const biggest = [2, 100, 5_000, 2 ** 40][next(4)] ?? 1;
  return Array.from({ length: 1 + next(7) }, () => ({
    name: names[next(names.length)] ?? 'question',
    tokens: next(5) === 0 ? 0 : next(biggest),
  }));
}

test('the parts sum to what was charged, whatever was estimated', () => {
  const next = sequence(16);
  for (let round = 0; round < 3_000; round++) {
    const estimates = arbitraryParts(next);
    const tokens = next([1, 3, 4_000, 2 ** 45][next(4)] ?? 1);
    const parts = splitTokens(tokens, estimates);
    expect(sumParts(parts), JSON.stringify({ tokens, estimates })).toBe(tokens);
    const all = sumParts(estimates);
    const weighed = joinParts(estimates);
    for (const { name, tokens: share } of parts) {
      expect(Number.isSafeInteger(share) && share > 0).toBe(true);
      if (all === 0) continue;
      const fair = (tokens * (weighed.find((one) => one.name === name)?.tokens ?? 0)) / all;
      // Rounding alone moves a part: by less than a token, where a number can tell.
      expect(Math.abs(share - fair)).toBeLessThan(1 + tokens * 2 ** -50);
    }
  }
});

test('shares are those of the estimates, the largest remainders first', () => {
  const estimates = [
    { name: 'instructions' as const, tokens: 100 },
    { name: 'passages' as const, tokens: 250 },
    { name: 'question' as const, tokens: 50 },
  ];
  expect(splitTokens(400, estimates)).toEqual(estimates);
  // 1.75, 4.375, 0.875
  expect(splitTokens(7, estimates)).toEqual([
    { name: 'instructions', tokens: 2 },
    { name: 'passages', tokens: 4 },
    { name: 'question', tokens: 1 },
  ]);
  expect(splitTokens(0, estimates)).toEqual([]);
  expect(splitTokens(3, [{ name: 'query', tokens: 0 }])).toEqual([{ name: 'query', tokens: 3 }]);
  const most = Number.MAX_SAFE_INTEGER;
  expect(sumParts(splitTokens(most, estimates))).toBe(most);
});

test('what several requests went to is told once a name, in one order', () => {
  expect(
    joinParts(
      [
        { name: 'answer', tokens: 7 },
        { name: 'question', tokens: 0 },
      ],
      [
        { name: 'instructions', tokens: 1 },
        { name: 'answer', tokens: 5 },
      ],
    ),
  ).toEqual([
    { name: 'instructions', tokens: 1 },
    { name: 'answer', tokens: 12 },
  ]);
});

test('a factor counts for the whole, and the parts sum to it', () => {
  const next = sequence(7);
  for (const factor of [0.1, 0.333, 1, 1.5, 2.5, 10, 33.3]) {
    for (let round = 0; round < 100; round++) {
      const parts = arbitraryParts(next);
      const details = priceParts(parts, { id: 'large', factor });
      expect(sumParts(details.parts)).toBe(applyPriceFactor(sumParts(parts), factor));
      expect(details.model).toEqual(factor === 1 ? undefined : { id: 'large', factor });
    }
  }
});

describe('what a provider has sold', () => {
  const prompt = [
    { name: 'instructions' as const, tokens: 300 },
    { name: 'passages' as const, tokens: 600 },
    { name: 'question' as const, tokens: 100 },
  ];
  const asked = (usage?: ProviderRequest['usage'], receivedCharacters = 35): ProviderRequest => ({
    ...(usage && { usage }),
    receivedCharacters,
  });

  test('is what it says: of the prompt by our estimates, of the answer as it stands', () => {
    expect(soldParts([asked({ promptTokens: 2_000, completionTokens: 42 })], prompt)).toEqual([
      { name: 'instructions', tokens: 600 },
      { name: 'passages', tokens: 1_200 },
      { name: 'question', tokens: 200 },
      { name: 'answer', tokens: 42 },
    ]);
  });

  test('is our estimate where it says nothing, for each time that it was asked', () => {
    expect(soldParts([], prompt)).toEqual([]);
    expect(soldParts([asked(undefined, 0)], prompt)).toEqual(prompt);
    expect(soldParts([asked(), asked(undefined, 0)], prompt)).toEqual([
      { name: 'instructions', tokens: 600 },
      { name: 'passages', tokens: 1_200 },
      { name: 'question', tokens: 200 },
      { name: 'answer', tokens: 10 },
    ]);
  });

  test.each([
    ['negative', -5, 10],
    ['of fractions, also where they sum to a whole', 500.5, 9.5],
    ['nothing at all', 0, 0],
    ['absurd', 4 * 1_010 + 10_000, 1],
    ['no number', Number.NaN, 1],
  ])('is our estimate where what it says is %s', (_name, promptTokens, completionTokens) => {
    expect(soldParts([asked({ promptTokens, completionTokens })], prompt)).toEqual([
      ...prompt,
      { name: 'answer', tokens: 10 },
    ]);
  });
});
