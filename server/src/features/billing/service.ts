export { type Account, planOf } from './account-plan.ts';
export { isModelOffered, modelOf, modelsFor } from './models.ts';
