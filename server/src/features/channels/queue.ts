import * as z from 'zod/mini';
import { defineJob } from '../../kit/jobs/job.ts';

/** Answers what a chat has sent, and sends what waits for it: one at a time for each, by its key. */
export const answerChat = defineJob({
  name: 'channels.answer-chat',
  isMessage: true,
  payload: z.object({ chatId: z.uuid() }),
  lane: 'inbound',
  // An answer's minute, and the calls around it.
  timeoutMs: 3 * 60_000,
  attempts: 16,
});

export const createChannel = defineJob({
  name: 'channels.create',
  payload: z.object({ channelId: z.uuid() }),
  lane: 'network',
});

export const reconnectChannel = defineJob({
  name: 'channels.reconnect',
  payload: z.object({ channelId: z.uuid() }),
  lane: 'network',
});

export const checkChannel = defineJob({
  name: 'channels.check',
  payload: z.object({ channelId: z.uuid() }),
  lane: 'network',
  attempts: 1,
});

export const planChecks = defineJob({
  name: 'channels.plan-checks',
  payload: z.object({}),
  everyMs: 60_000,
});

export const closeChannels = defineJob({
  name: 'channels.close',
  payload: z.object({}),
  lane: 'network',
  everyMs: 15_000,
});

export const mailBroken = defineJob({
  name: 'channels.mail-broken',
  isMessage: true,
  payload: z.object({ channelId: z.uuid() }),
});

export const mailEnding = defineJob({
  name: 'channels.mail-ending',
  isMessage: true,
  payload: z.object({ channelId: z.uuid() }),
});

export const sweepChannels = defineJob({
  name: 'channels.sweep',
  payload: z.object({}),
  everyMs: 60 * 60_000,
});
