import { type LedgerPart, ledgerPart } from '@parlance/contract/endpoints/usage';
import type { LedgerDetails, LedgerSource } from '../../../db/json.ts';

/** What tokens go to; each name once. */
export type TokenParts = readonly LedgerPart[];

const order = ledgerPart.shape.name.options;

export const sumParts = (parts: TokenParts): number => parts.reduce((sum, { tokens }) => sum + tokens, 0);

/** The parts of several lists by their names, in the contract's order, without those that nothing went to. */
export function joinParts(...lists: readonly TokenParts[]): LedgerPart[] {
  const all = lists.flat();
  return order
    .map((name) => ({ name, tokens: sumParts(all.filter((part) => part.name === name)) }))
    .filter(({ tokens }) => tokens > 0);
}

/** What a search by vectors goes to. */
export const queryDetails = (tokens: number): LedgerDetails => ({
  parts: joinParts([{ name: 'query', tokens }]),
});

/** What reading a source goes to. */
export const readingDetails = (tokens: number, source: LedgerSource): LedgerDetails => ({
  parts: joinParts([{ name: 'passages', tokens }]),
  source,
});

/**
 * Tokens shared out in proportion to what the parts were estimated at; the parts given sum to `tokens`, whatever the
 * estimates sum to. What is left of rounding down goes to the largest remainders; all of it to the first part where
 * nothing was estimated.
 */
export function splitTokens(tokens: number, estimates: TokenParts): LedgerPart[] {
  const weights = joinParts(estimates);
  if (weights.length === 0) return joinParts(estimates.slice(0, 1).map(({ name }) => ({ name, tokens })));
  // Of whole numbers: tokens times estimates pass what a number holds exactly.
  const all = weights.reduce((sum, part) => sum + BigInt(part.tokens), 0n);
  const shares = weights.map(({ name, tokens: weight }) => {
    const share = BigInt(tokens) * BigInt(weight);
    return { name, tokens: Number(share / all), remainder: share % all };
  });
  const left = tokens - sumParts(shares);
  const largest = new Set(
    shares
      .toSorted((a, b) => (a.remainder === b.remainder ? 0 : a.remainder < b.remainder ? 1 : -1))
      .slice(0, left),
  );
  return joinParts(
    shares.map((share) => ({ name: share.name, tokens: share.tokens + (largest.has(share) ? 1 : 0) })),
  );
}
