import type { Asking, ModelUsage } from '../../kit/models/models.ts';

/** Usage as the provider says, unless it is absurd: then our own estimate (security S7.3). */
export function chargedTokens(usage: ModelUsage | undefined, estimated: number): number {
  if (!usage) return estimated;
  const reported = usage.promptTokens + usage.completionTokens;
  const isSound = Number.isInteger(reported) && usage.promptTokens >= 0 && usage.completionTokens >= 0;
  return isSound && reported > 0 && reported <= 4 * estimated + 10_000 ? reported : estimated;
}

/** What is charged for tokens that count `factor` times. */
export const priced = (tokens: number, factor: number): number => Math.ceil(tokens * factor);

/** What a provider has sold, however often it was asked: where it doesn't say, the prompt and what was heard of the answer. */
export function tokensSold(asked: Iterable<Asking>, promptTokens: number): number {
  let sold = 0;
  for (const { usage, heard } of asked) sold += chargedTokens(usage, promptTokens + Math.ceil(heard / 3.5));
  return sold;
}
