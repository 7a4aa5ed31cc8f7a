import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

export const publicConfig = z.object({
  url: z.string(),
  publishableKey: z.string(),
  google: z.boolean(),
  saml: z.boolean(),
  payments: z.boolean(),
  geoip: z.boolean(),
  answers: z.enum(['generated', 'quoted']),
  captcha: z.nullable(z.object({ provider: z.enum(['turnstile', 'hcaptcha']), siteKey: z.string() })),
  supportEmail: z.nullable(z.string()),
  legal: z.object({
    privacy: z.object({ fr: z.string(), en: z.string() }),
    terms: z.object({ fr: z.string(), en: z.string() }),
  }),
});
export type PublicConfig = z.output<typeof publicConfig>;

export const getPublicConfig = endpoint({
  method: 'GET',
  path: '/config.json',
  summary: 'What the web app must know before anyone signs in',
  access: 'public',
  answer: publicConfig,
  errors: [],
});

export const getCountry = endpoint({
  method: 'GET',
  path: '/api/v1/country',
  summary: 'The visitor’s country by truncated address, null when unknown',
  access: 'public',
  answer: z.object({ countryCode: z.nullable(z.string()) }),
  errors: [],
});
