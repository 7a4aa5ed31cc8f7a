import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { time } from '../../shapes.ts';

/** Off until somebody agrees; `functionalCookies` are what the service cannot work without. */
const privacyToggles = {
  performanceCookies: z.boolean(),
  cookieUsage: z.boolean(),
  analyticsTracking: z.boolean(),
  dataCollection: z.boolean(),
  dataSharingThirdParties: z.boolean(),
  marketingCommunications: z.boolean(),
};
const privacyPreferences = z.object({
  functionalCookies: z.literal(true),
  ...privacyToggles,
  /** The privacy policy's version that was agreed to; null: never. */
  consentVersion: z.nullable(z.string()),
  /** Null: never. */
  updatedAt: z.nullable(time),
  /** The version in force now: where it is another, the person is asked again. */
  currentVersion: z.string(),
});
export type PrivacyPreferences = z.output<typeof privacyPreferences>;

export const getPrivacyPreferences = endpoint({
  method: 'GET',
  path: '/api/v1/preferences/privacy',
  summary: 'What this account agreed to, when, and to which version of the policy',
  access: 'user',
  answer: privacyPreferences,
  errors: [],
});

export const setPrivacyPreferences = endpoint({
  method: 'PUT',
  path: '/api/v1/preferences/privacy',
  summary: 'Agree or withdraw, what is left out stays: each save is a record of all choices that is kept',
  access: 'user',
  body: z.strictObject({
    ...z.partial(z.object(privacyToggles)).shape,
    functionalCookies: z.optional(z.literal(true)),
    /** The version that the person was shown; where none is named, the one in force. */
    consentVersion: z.optional(z.nullable(z.string().check(z.maxLength(32)))),
    /** Read-only: what was answered may be sent back. */
    updatedAt: z.optional(z.nullable(time)),
    currentVersion: z.optional(z.string().check(z.maxLength(32))),
  }),
  answer: privacyPreferences,
  errors: ['consent_version_outdated'],
});
