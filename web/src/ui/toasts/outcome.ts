import { sentenceOf } from '../../lib/calls/refusal.ts';
import { told } from './toasts.ts';

/** Of a change: it is told how it went, and why it failed. */
export const outcome = (title: string) => ({
  onError: (error: unknown) => told(title).failed(sentenceOf(error)),
  onSuccess: () => told(title).succeeded(),
});

/** The same of a promise; nobody has to catch it then. */
export const tellOutcome = (title: string, act: Promise<unknown>): Promise<void> =>
  act.then(outcome(title).onSuccess, outcome(title).onError);
