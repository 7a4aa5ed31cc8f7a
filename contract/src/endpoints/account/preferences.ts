import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { timeZone } from '../../time-zone.ts';

const theme = z.enum(['system', 'light', 'dark']);
const language = z.enum(['fr', 'en']);

const appearance = z.object({
  theme: z.nullable(theme),
  language: z.nullable(language),
  /** An IANA name: where the account's days begin. */
  timezone: z.nullable(z.string()),
});
export type Appearance = z.output<typeof appearance>;

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
  body: z.partial(z.strictObject({ theme, language, timezone: timeZone })),
  answer: appearance,
  errors: [],
});
