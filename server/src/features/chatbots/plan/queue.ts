import * as z from 'zod/mini';
import { defineJob } from '../../../kit/jobs/job.ts';

const hourMs = 3_600_000;

/** What an account's plan is changes with its account; what a plan allows changes with the operator's file. */
export const fitAllToPlans = defineJob({
  name: 'chatbots.fit-plans',
  payload: z.object({}),
  everyMs: hourMs,
});
