import { sentenceOf } from '../lib/refusal.ts';
import { dismissFailures, showToast } from './toasts.ts';

/** Of a change: a failure is told, with why, and leaves once the same has succeeded. */
export const outcome = (failed: string) => ({
  onError: (error: unknown) =>
    void showToast({ tone: 'danger', title: failed, description: sentenceOf(error) }),
  onSuccess: () => dismissFailures(failed),
});
