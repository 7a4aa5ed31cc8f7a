import type { Plan } from '@parlance/contract/endpoints/usage';
import type { OfferedModel } from '../../chat-models.ts';
import type { Config } from '../../config.ts';

/**
 * The models that may be chosen, the operator's default first, and whether a plan has them: the one with which each
 * begins, and those above.
 */
export function modelsFor(
  { models, plans }: Pick<Config, 'models' | 'plans'>,
  plan: Plan,
): (OfferedModel & { available: boolean })[] {
  const rankOf = (wanted: Plan['id']) => plans.findIndex(({ id }) => id === wanted);
  return models.map((model) => ({ ...model, available: rankOf(model.plan) <= rankOf(plan.id) }));
}

export const isModelOffered = (
  config: Pick<Config, 'models' | 'plans'>,
  plan: Plan,
  wanted: string,
): boolean => modelsFor(config, plan).some(({ id, available }) => available && id === wanted);

/** The model that answers: the default for who chose none, or one that is no longer offered. */
export function modelOf(
  config: Pick<Config, 'models' | 'plans'>,
  plan: Plan,
  chosen: string | null,
): OfferedModel | undefined {
  const [usual, ...others] = modelsFor(config, plan);
  return others.find(({ id, available }) => available && id === chosen) ?? usual;
}
