import { readFileSync } from 'node:fs';
import { type Plan, planId } from '@parlance/contract/endpoints/usage';
import * as z from 'zod';

/** A model of the operator's provider, as it is offered. */
export interface OfferedModel {
  id: string;
  /** Its tokens are multiplied by this before they are charged. */
  factor: number;
  /** The plan it begins with; the first where none is named. */
  plan: Plan['id'];
}

const modelsFile = z
  .array(
    z.strictObject({
      id: z.string().trim().min(1).max(100),
      factor: z.number().positive().max(1000).default(1),
      plan: z.enum(planId.options).optional(),
    }),
  )
  .refine((models) => new Set(models.map(({ id }) => id)).size === models.length, 'a model is listed twice');

/**
 * What `LLM_MODELS` names, the default first, listed or not; throws an error whose message says what is wrong.
 */
export function readModels(
  file: string | undefined,
  defaultModel: string | undefined,
  plans: readonly Plan[],
): readonly OfferedModel[] {
  const [first] = plans;
  if (defaultModel === undefined || !first) return [];
  const parsed = modelsFile.safeParse(file === undefined ? [] : JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error([...(issue?.path ?? []), issue?.message].join(' '));
  }
  const listed = parsed.data.map(({ plan = first.id, ...model }) => ({ ...model, plan }));
  const unknown = listed.find(({ plan }) => !plans.some(({ id }) => id === plan));
  if (unknown) throw new Error(`${unknown.id} begins with ${unknown.plan}, which is no plan`);
  const usual = listed.find(({ id }) => id === defaultModel) ?? {
    id: defaultModel,
    factor: 1,
    plan: first.id,
  };
  if (usual.plan !== first.id) throw new Error(`${usual.id} is LLM_MODEL, which every plan falls back to`);
  return [usual, ...listed.filter(({ id }) => id !== defaultModel)];
}
