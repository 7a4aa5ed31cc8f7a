import { readFileSync } from 'node:fs';
import { type Plan, plan } from '@parlance/contract/endpoints/usage';
import * as z from 'zod/mini';

const MB = 1_048_576;

/** The product's own plans, where the operator names no file. The first is a new account's. */
const builtInPlans: readonly Plan[] = [
  {
    id: 'free',
    priceEur: 0,
    messageTokens: 100_000,
    storageTokens: 200_000,
    storageBytes: 250 * MB,
    chatbots: 1,
  },
  {
    id: 'starter',
    priceEur: 19,
    messageTokens: 2_000_000,
    storageTokens: 2_000_000,
    storageBytes: 2_500 * MB,
    chatbots: 3,
  },
  {
    id: 'growth',
    priceEur: 59,
    messageTokens: 8_000_000,
    storageTokens: 10_000_000,
    storageBytes: 10_000 * MB,
    chatbots: 10,
  },
  {
    id: 'scale',
    priceEur: 199,
    messageTokens: 32_000_000,
    storageTokens: 50_000_000,
    storageBytes: 50_000 * MB,
    chatbots: 50,
  },
  {
    id: 'enterprise',
    priceEur: null,
    messageTokens: null,
    storageTokens: null,
    storageBytes: null,
    chatbots: null,
  },
];

/** A plan as a file writes it: one from before files were counted gets our own limit for them. */
const planOfFile = z.object({ ...plan.shape, storageBytes: z.optional(plan.shape.storageBytes) });

const plansFile = z.array(planOfFile).check(
  z.minLength(1),
  z.refine((plans) => new Set(plans.map(({ id }) => id)).size === plans.length, {
    error: 'a plan is listed twice',
  }),
  z.refine((plans) => plans[0]?.id === 'free', { error: 'the first plan must be "free"' }),
);

/** The plans of `PLANS_FILE`; throws an error whose message says what is wrong with it. */
export function readPlans(file: string | undefined): readonly Plan[] {
  if (file === undefined) return builtInPlans;
  return plansFile.parse(JSON.parse(readFileSync(file, 'utf8'))).map((named) => ({
    ...named,
    storageBytes:
      named.storageBytes === undefined
        ? (builtInPlans.find(({ id }) => id === named.id)?.storageBytes ?? null)
        : named.storageBytes,
  }));
}
