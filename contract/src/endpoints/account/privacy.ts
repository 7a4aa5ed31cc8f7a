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
  summary: 'Whether this sign-in took back a request for deletion; told for about a minute after it',
  access: 'user',
  answer: z.object({ isTakenBack: z.boolean() }),
  errors: [],
});
