import * as z from 'zod/mini';
import { defineJob } from '../../../../kit/jobs/job.ts';

export const mailOutage = defineJob({
  name: 'conversations.mail-outage',
  payload: z.object({ ownerId: z.uuid() }),
});
