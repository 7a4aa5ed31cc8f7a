import type { ModelUsage, ProviderRequest } from '../../kit/models/models.ts';

/** Usage as the provider says, unless it is absurd: then our own estimate (security S7.3). */
export function reconcileTokens(usage: ModelUsage | undefined, estimated: number): number {
  if (!usage) return estimated;
  const reported = usage.promptTokens + usage.completionTokens;
  const isSound = Number.isInteger(reported) && usage.promptTokens >= 0 && usage.completionTokens >= 0;
  return isSound && reported > 0 && reported <= 4 * estimated + 10_000 ? reported : estimated;
}

/** What is charged for tokens that count `factor` times. */
export const applyPriceFactor = (tokens: number, factor: number): number => Math.ceil(tokens * factor);

/**
 * Tokens that a provider has sold, however often it was asked: where it doesn't say, the prompt and what was received
 * of the answer.
 */
export function countSoldTokens(asked: Iterable<ProviderRequest>, promptTokens: number): number {
  let sold = 0;
  for (const { usage, receivedCharacters } of asked)
    sold += reconcileTokens(usage, promptTokens + Math.ceil(receivedCharacters / 3.5));
  return sold;
}
