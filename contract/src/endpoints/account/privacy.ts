import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { time } from '../../shapes.ts';

export const requestDeletion = endpoint({
  method: 'POST',
  path: '/api/v1/privacy/deletion',
  summary: 'Asks for the account to be deleted; signing in again before that takes it back',
  access: 'user',
  status: 202,
  answer: z.object({ scheduledFor: time }),
  errors: [],
});

export const getDeletion = endpoint({
  method: 'GET',
  path: '/api/v1/privacy/deletion',
  summary:
    'Whether a request for deletion stands, or was taken back by this sign-in (told for about a minute)',
  access: 'user',
  answer: z.object({
    isTakenBack: z.boolean(),
    /** When the account goes, while a request for it stands. */
    scheduledFor: z.nullable(time),
  }),
  errors: [],
});
