import * as z from 'zod/mini';
import { defineJob } from '../../../kit/jobs/job.ts';

export const askChecks = defineJob({
  name: 'conversations.ask-checks',
  payload: z.object({ ownerId: z.uuid(), runId: z.uuid() }),
  lane: 'network',
  // A slice, and the answers that began at its end.
  timeoutMs: 5 * 60_000,
});
