import * as z from 'zod/mini';
import { defineJob } from '../../../../kit/jobs/job.ts';

export const mailOutage = defineJob({
  name: 'conversations.mail-outage',
  isMessage: true,
  payload: z.object({ ownerId: z.uuid() }),
});
