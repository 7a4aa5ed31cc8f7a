import type { ChannelStepName } from '@parlance/contract/endpoints/channels';
import type { ErrorCode } from '@parlance/contract/errors';
import type { StoredStep } from '../../../db/json.ts';

const stepNames = [
  'verifying',
  'creating',
  'configuring',
  'credentials',
] as const satisfies ChannelStepName[];

export const newSteps = (): StoredStep[] => stepNames.map((name) => ({ name, status: 'pending' }));

/** The steps with one as it stands now. */
export function withStep(
  steps: readonly StoredStep[],
  name: ChannelStepName,
  status: StoredStep['status'],
  why: { code: ErrorCode; detail?: string | undefined } | undefined = undefined,
): StoredStep[] {
  const detail = why?.detail === undefined ? {} : { detail: why.detail.slice(0, 500) };
  const changed: StoredStep = { name, status, ...(why ? { code: why.code, ...detail } : {}) };
  return steps.map((step) => (step.name === name ? changed : step));
}

/** The steps as they are to be gone through again from one on. */
export const restartedFrom = (steps: readonly StoredStep[], name: ChannelStepName): StoredStep[] => {
  const start = stepNames.indexOf(name);
  return steps.map((step, at) =>
    at < start || (at > start && isPassed(step)) ? step : { name: step.name, status: 'pending' },
  );
};

/** All steps anew but the creation, which was done once for all. */
export const repeatedSteps = (steps: readonly StoredStep[]): StoredStep[] =>
  steps.map((step) =>
    step.name === 'creating' && step.status === 'done' ? step : { name: step.name, status: 'pending' },
  );

export const isPassed = ({ status }: StoredStep) => status === 'done' || status === 'warning';

/** Whether its owner is still to paste our address at the platform. */
export const isToSetUp = (steps: readonly StoredStep[]): boolean =>
  steps.some(({ name, status }) => name === 'credentials' && status === 'warning');

/** `creating` while one waits or runs, `failed` where one ended in an error. */
export function statusOf(steps: readonly StoredStep[]): 'creating' | 'failed' | 'ready' {
  if (steps.some(({ status }) => status === 'error')) return 'failed';
  return steps.every(isPassed) ? 'ready' : 'creating';
}
