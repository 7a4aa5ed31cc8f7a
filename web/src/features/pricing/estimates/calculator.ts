import type { Plan } from '@parlance/contract/endpoints/usage';
import { tokensOfLength } from '@parlance/contract/limits';

/** Characters of an answer (specification §9). */
export const answerLengths = [100, 150, 225] as const;
export type AnswerLength = (typeof answerLengths)[number];

/** Visitors of a month, what each writes, and how long the answers are. */
export interface Traffic {
  visitors: number;
  messages: number;
  answerLength: AnswerLength;
}

export const trafficLimits = { visitors: 10_000_000, messages: 100 } as const;

/** At least, and at most. */
export interface TokenRange {
  low: number;
  high: number;
}

/** Tokens of a full exchange with a model: instructions, passages, history, question and answer (specification §9). */
const fullExchange: TokenRange = { low: 2000, high: 3000 };

/** Characters that a question is taken to have where only its own words are charged. */
export const questionLength = 100;

/**
 * Tokens of one exchange. With a model the answer is the smaller part of a full exchange: short ones leave its lower
 * end where it is and lower the upper one, long ones the reverse. A quote costs the question's words and its own.
 */
export function exchangeTokens(answerLength: AnswerLength, isQuoting: boolean): TokenRange {
  const answer = tokensOfLength(answerLength);
  if (isQuoting) {
    const tokens = tokensOfLength(questionLength) + answer;
    return { low: tokens, high: tokens };
  }
  return {
    low: fullExchange.low + answer - tokensOfLength(answerLengths[0]),
    high: fullExchange.high + answer - tokensOfLength(answerLengths[2]),
  };
}

export interface Estimate {
  exchanges: number;
  /** Tokens of the answer alone. */
  answer: number;
  exchange: TokenRange;
  month: TokenRange;
}

export function estimateMonth({ visitors, messages, answerLength }: Traffic, isQuoting: boolean): Estimate {
  const exchanges = visitors * messages;
  const exchange = exchangeTokens(answerLength, isQuoting);
  return {
    exchanges,
    answer: tokensOfLength(answerLength),
    exchange,
    month: { low: exchanges * exchange.low, high: exchanges * exchange.high },
  };
}

/** The full exchanges that a month's tokens are enough for: if all are long, and if all are short. */
export const exchangesFor = (tokens: number): TokenRange => ({
  low: Math.floor(tokens / fullExchange.high),
  high: Math.floor(tokens / fullExchange.low),
});

type Priced = Pick<Plan, 'id' | 'priceEur' | 'messageTokens'>;

/** The cheapest plan with so many message tokens a month; one on request only where no price is enough. */
export function cheapestPlan<P extends Priced>(plans: readonly P[], tokens: number): P | undefined {
  const priceOf = ({ priceEur }: P) => priceEur ?? Number.POSITIVE_INFINITY;
  const enough = plans.filter(({ messageTokens }) => messageTokens === null || messageTokens >= tokens);
  return enough.reduce<P | undefined>(
    (best, plan) => (best === undefined || priceOf(plan) < priceOf(best) ? plan : best),
    undefined,
  );
}
