import {
  getPrivacyPreferences,
  type PrivacyPreferences,
} from '@parlance/contract/endpoints/account/consents';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../calls/api.ts';

/** What somebody agreed to, and to which version of the policy. */
export const privacyQuery = queryOptions({
  queryKey: ['preferences', 'privacy'],
  queryFn: ({ signal }) => call(getPrivacyPreferences, { signal }),
});

/** Whether the policy has changed since somebody agreed to it; who never has is not asked. */
export const isPolicyNew = ({ consentVersion, currentVersion }: PrivacyPreferences) =>
  consentVersion !== null && consentVersion !== currentVersion;
