import { readFileSync } from 'node:fs';
import { type Plan, plan, planId } from '@parlance/contract/endpoints/usage';
import * as z from 'zod/mini';
import { AppError } from './kit/errors.ts';
import { parseJson } from './kit/http/server/json.ts';

const gib = 1_073_741_824;

/** The product's own plans, where the operator names no file. The first is a new account's. */
const builtInPlans: readonly Plan[] = [
  {
    id: 'free',
    priceEur: 0,
    messageTokens: 100_000,
    storageTokens: 200_000,
    storageBytes: gib,
    chatbots: 1,
  },
  {
    id: 'starter',
    priceEur: 19,
    messageTokens: 2_000_000,
    storageTokens: 2_000_000,
    storageBytes: 5 * gib,
    chatbots: 3,
  },
  {
    id: 'growth',
    priceEur: 59,
    messageTokens: 8_000_000,
    storageTokens: 10_000_000,
    storageBytes: 20 * gib,
    chatbots: 10,
  },
  {
    id: 'scale',
    priceEur: 199,
    messageTokens: 32_000_000,
    storageTokens: 50_000_000,
    storageBytes: 100 * gib,
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

/** Room for files where a file of plans says nothing of it. */
const defaultStorageBytes = gib;

/** A plan as a file writes it. Another name is a slip of the pen: its figure would be missing without a word. */
const planOfFile = z.strictObject({
  ...plan.shape,
  storageBytes: z._default(plan.shape.storageBytes, defaultStorageBytes),
});

/** What is wrong with a plan, in one line for the operator. */
function describeIssue(
  plans: unknown[],
  { path: [index, ...path], code, ...issue }: z.core.$ZodIssue,
): string {
  const named = plans[Number(index)];
  const id = typeof named === 'object' && named !== null && 'id' in named ? named.id : undefined;
  const where = typeof id === 'string' ? `plan "${id}"` : `plan ${Number(index) + 1}`;
  const [field] = path.map(String);
  const value =
    field === undefined || typeof named !== 'object' ? named : (named as Record<string, unknown>)[field];
  if (code === 'unrecognized_keys' && 'keys' in issue)
    return `${where} has an unknown entry "${issue.keys.join('", "')}"`;
  if (field === undefined) return `${where} is no object`;
  if (value === undefined) return `${where} has no ${field}`;
  if (field === 'id') return `${where} is none of ${planId.options.join(', ')}`;
  return `${where} has ${JSON.stringify(value).slice(0, 40)} for ${field}, which must be a ${
    field === 'stripePriceId'
      ? 'text'
      : field === 'priceEur'
        ? 'number of at least 0, or null'
        : 'whole number of at least 0, or null'
  }`;
}

/** Strictly, as bodies from outside are: a figure that stands there twice would count by its last. */
function parseFile(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch (error) {
    throw new Error(
      `it is no proper JSON (${error instanceof AppError ? error.facts.detail : 'unreadable'})`,
    );
  }
}

/** The plans of `PLANS_FILE`; throws an error whose message says what is wrong with it, in one line. */
export function readPlans(file: string | undefined): readonly Plan[] {
  if (file === undefined) return builtInPlans;
  const written = parseFile(readFileSync(file));
  if (!Array.isArray(written) || written.length === 0) throw new Error('it must be a list of plans');
  const read = z.array(planOfFile).safeParse(written);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new Error(issue ? describeIssue(written, issue) : 'it cannot be read');
  }
  const plans = read.data;
  for (const key of ['id', 'stripePriceId'] as const) {
    const values = plans.map((one) => one[key]).filter((value) => value !== undefined);
    const doubled = values.find((value, at) => values.indexOf(value) !== at);
    if (doubled !== undefined)
      throw new Error(
        key === 'id' ? `plan "${doubled}" is listed twice` : `two plans have the ${key} "${doubled}"`,
      );
  }
  if (plans[0]?.id !== 'free') throw new Error('the first plan must be "free", which a new account is on');
  return plans;
}
