import { limitOf } from '../../lib/calls/plan-limits.ts';
import { sentenceOf } from '../../lib/calls/refusal.ts';
import { reportOutcome } from './toasts.ts';

/** Handlers of a change, which say how it went, and why it failed. */
export const outcomeHandlers = (title: string) => ({
  onError: (error: unknown) => reportOutcome(title).failed(sentenceOf(error), { limit: limitOf(error) }),
  onSuccess: () => reportOutcome(title).succeeded(),
});

/** Says how a promise went; nobody has to catch it then. */
export const showOutcome = (title: string, act: Promise<unknown>): Promise<void> =>
  act.then(outcomeHandlers(title).onSuccess, outcomeHandlers(title).onError);
