import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { count, id, nextCursor, page, plainText, time } from '../../shapes.ts';

export const session = z.object({
  id,
  /** Whether it is the session that asks. */
  current: z.boolean(),
  userAgent: z.nullable(z.string()),
  lastSeenAt: time,
});
export type Session = z.output<typeof session>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/v1/sessions',
  summary: 'Where the account is signed in, the last seen first',
  access: 'user',
  query: z.object(page),
  answer: z.object({ items: z.array(session), nextCursor }),
  errors: ['invalid_cursor'],
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/v1/sessions/:sessionId',
  summary: 'Ends a session; its tokens are refused at once',
  access: 'user',
  params: z.object({ sessionId: id }),
  errors: ['not_found'],
});

export const createRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/v1/recovery-codes',
  summary: 'New recovery codes, told this once; earlier ones are void',
  access: 'user',
  isSecret: true,
  answer: z.object({ codes: z.array(z.string()) }),
  errors: ['reauthentication_needed'],
});

/** The token answer of `/auth/v1`, which the auth client takes with `setSession`. */
const tokens = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: count,
  expires_at: count,
  refresh_token: z.string(),
  user: z.looseObject({ id }),
});

export const useRecoveryCode = endpoint({
  method: 'POST',
  path: '/api/v1/recovery-codes/use',
  summary: 'The second sign-in step with a recovery code instead of the authenticator app',
  access: 'user',
  beforeSecondStep: true,
  isSecret: true,
  body: z.object({ code: plainText(64, 1) }),
  answer: tokens,
  errors: ['recovery_code_invalid', 'conflict', 'rate_limited'],
});

const password = z.string().check(z.minLength(1), z.maxLength(1024));

export const proveSession = endpoint({
  method: 'POST',
  path: '/api/v1/session/proof',
  summary:
    'Shows again who holds the session, by its password or the code of `GET /auth/v1/reauthenticate`, for what needs a fresh one',
  access: 'user',
  isSecret: true,
  body: z.union([z.strictObject({ code: plainText(64, 1) }), z.strictObject({ password })]),
  errors: ['proof_wrong', 'rate_limited'],
});

export const undoChange = endpoint({
  method: 'POST',
  path: '/api/v1/account/undo',
  summary:
    'Takes a change of password, address, identities or factors back, and all that came after it, by the token of the mail and the password of before',
  access: 'public',
  body: z.object({
    token: plainText(256, 1),
    /** The account's password; none where it has none. */
    password: z.optional(password),
  }),
  errors: ['undo_invalid', 'undo_password_wrong', 'conflict', 'rate_limited'],
});
