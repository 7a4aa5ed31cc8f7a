import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { count, id, nextCursor, page, plainText, time } from '../shapes.ts';
import { platform } from './chatbots.ts';

/** A chatbot on its way to another account. */
export const transferStatus = z.enum(['pending', 'accepted', 'declined', 'cancelled', 'expired']);
export type TransferStatus = z.output<typeof transferStatus>;

export const transferDirection = z.enum(['outgoing', 'incoming']);

export const transfer = z.object({
  id,
  direction: transferDirection,
  /** `id`: absent for who has it no longer, or not yet. */
  chatbot: z.object({ id: z.optional(id), name: z.string(), platform }),
  /** Of the other side: who is to have it, or who gives it. */
  email: z.string(),
  /** Who gives it, of what was offered to you. Never who is to have it: that would tell whether an address has an account. */
  name: z.nullable(z.string()),
  status: transferStatus,
  /** What comes along. */
  contents: z.object({
    sources: count,
    passages: count,
    conversations: count,
    checks: count,
    /** Bytes of its files. */
    bytes: count,
  }),
  expiresAt: time,
  createdAt: time,
  decidedAt: z.nullable(time),
});
export type Transfer = z.output<typeof transfer>;

/** By when it was offered, the chatbot's name, or the other side's address. */
export const transferSorts = ['createdAt', '-createdAt', 'name', '-name', 'email', '-email'] as const;
export type TransferSort = (typeof transferSorts)[number];

export const createTransfer = endpoint({
  method: 'POST',
  path: '/api/v1/transfers',
  summary: 'Offer a chatbot to the account of an email address, also of somebody without an account yet',
  access: 'user',
  body: z.strictObject({ chatbotId: id, email: z.email().check(z.maxLength(255)) }),
  status: 201,
  answer: transfer,
  errors: ['not_found', 'transfer_pending', 'transfer_to_self', 'rate_limited'],
});

export const listTransfers = endpoint({
  method: 'GET',
  path: '/api/v1/transfers',
  summary: 'Chatbots offered by you and to you',
  access: 'user',
  query: z.object({
    ...page,
    sort: z._default(z.enum(transferSorts), '-createdAt'),
    direction: z.optional(transferDirection),
    /** In the chatbot's name, and in the other side's address and name. */
    search: z.optional(plainText(100)),
  }),
  answer: z.object({ items: z.array(transfer), nextCursor }),
  errors: ['invalid_cursor'],
});

const ofTransfer = z.object({ transferId: id });

export const previewTransfer = endpoint({
  method: 'GET',
  path: '/api/v1/transfers/:transferId/effect',
  summary: 'What accepting would do to the limits of this account’s plan',
  access: 'user',
  params: ofTransfer,
  answer: z.object({
    chatbots: z.object({ used: count, after: count, limit: z.nullable(count) }),
    bytes: z.object({ used: count, after: count, limit: z.nullable(count) }),
    /** Whether it may be accepted as the plan is now. */
    isPossible: z.boolean(),
    /** Its name there, where one like it exists already. */
    name: z.string(),
  }),
  errors: ['not_found', 'transfer_closed'],
});

export const acceptTransfer = endpoint({
  method: 'POST',
  path: '/api/v1/transfers/:transferId/accept',
  summary: 'Take the chatbot over, with sources, conversations, images, checks, answers and channels',
  access: 'user',
  params: ofTransfer,
  status: 200,
  answer: transfer,
  errors: [
    'not_found',
    'transfer_closed',
    'transfer_not_possible',
    'chatbot_limit_reached',
    'file_space_exceeded',
  ],
});

export const declineTransfer = endpoint({
  method: 'POST',
  path: '/api/v1/transfers/:transferId/decline',
  summary: 'Decline a chatbot that was offered',
  access: 'user',
  params: ofTransfer,
  status: 200,
  answer: transfer,
  errors: ['not_found', 'transfer_closed'],
});

export const cancelTransfer = endpoint({
  method: 'POST',
  path: '/api/v1/transfers/:transferId/cancel',
  summary: 'Take an offer back',
  access: 'user',
  params: ofTransfer,
  status: 200,
  answer: transfer,
  errors: ['not_found', 'transfer_closed'],
});
