import type { LedgerPart } from '@parlance/contract/endpoints/usage';
import type { LedgerDetails } from '../../../db/json.ts';
import type { ModelUsage, ProviderRequest } from '../../../kit/models/models.ts';
import { joinParts, splitTokens, sumParts, type TokenParts } from './parts.ts';

interface Sold {
  prompt: number;
  answer: number;
}

/** Usage as the provider says, unless it is absurd: then our own estimate (security S7.3). */
function reconcileTokens(usage: ModelUsage | undefined, estimated: Sold): Sold {
  if (!usage) return estimated;
  const { promptTokens: prompt, completionTokens: answer } = usage;
  const isCount = [prompt, answer].every((tokens) => Number.isSafeInteger(tokens) && tokens >= 0);
  const reported = prompt + answer;
  const isSound = isCount && reported > 0 && reported <= 4 * (estimated.prompt + estimated.answer) + 10_000;
  return isSound ? { prompt, answer } : estimated;
}

/** What is charged for tokens that count `factor` times. */
export const applyPriceFactor = (tokens: number, factor: number): number => Math.ceil(tokens * factor);

/** What is charged for what a model's tokens went to. */
export const priceParts = (
  parts: TokenParts,
  { id, factor }: { id: string | undefined; factor: number },
): LedgerDetails => ({
  parts: splitTokens(applyPriceFactor(sumParts(parts), factor), parts),
  ...(id === undefined || factor === 1 ? {} : { model: { id, factor } }),
});

/**
 * Tokens that a provider has sold, however often it was asked: where it doesn't say, the prompt and what was received
 * of the answer. What it says of a prompt is split as the prompt was estimated.
 */
export function soldParts(asked: Iterable<ProviderRequest>, prompt: TokenParts): LedgerPart[] {
  const sold = { prompt: 0, answer: 0 };
  for (const { usage, receivedCharacters } of asked) {
    const one = reconcileTokens(usage, {
      prompt: sumParts(prompt),
      answer: Math.ceil(receivedCharacters / 3.5),
    });
    sold.prompt += one.prompt;
    sold.answer += one.answer;
  }
  return joinParts(splitTokens(sold.prompt, prompt), [{ name: 'answer', tokens: sold.answer }]);
}
