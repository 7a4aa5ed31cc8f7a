import type { PlanLimit } from '@parlance/contract/plans';
import { ProblemError } from './api.ts';

const limits: Partial<Record<string, PlanLimit>> = {
  chatbot_limit_reached: 'chatbots',
  message_quota_exceeded: 'messageTokens',
  storage_quota_exceeded: 'storageTokens',
  file_space_exceeded: 'storageBytes',
};

/** The limit of the plan that a refusal with this code is about. */
export const limitOfCode = (code: string): PlanLimit | undefined => limits[code];

/** The limit of the plan that a call was refused for; undefined for any other failure. */
export const limitOf = (error: unknown): PlanLimit | undefined =>
  error instanceof ProblemError ? limitOfCode(error.code) : undefined;
