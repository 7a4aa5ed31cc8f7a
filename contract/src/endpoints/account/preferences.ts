import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { plainText } from '../../shapes.ts';

const appearance = z.object({
  theme: z.nullable(z.enum(['system', 'light', 'dark'])),
  language: z.nullable(z.enum(['fr', 'en'])),
  /** An IANA name: where the account's days begin. */
  timezone: z.nullable(plainText(64, 1)),
});

export const getAppearance = endpoint({
  method: 'GET',
  path: '/api/v1/preferences/appearance',
  summary: 'Theme, language and time zone as the account keeps them; null: never chosen',
  access: 'user',
  answer: appearance,
  errors: [],
});

export const setAppearance = endpoint({
  method: 'PUT',
  path: '/api/v1/preferences/appearance',
  summary: 'Keep theme, language or time zone; what is left out stays',
  access: 'user',
  body: z.partial(
    z.object({
      theme: z.enum(['system', 'light', 'dark']),
      language: z.enum(['fr', 'en']),
      timezone: plainText(64, 1),
    }),
  ),
  answer: appearance,
  errors: [],
});
