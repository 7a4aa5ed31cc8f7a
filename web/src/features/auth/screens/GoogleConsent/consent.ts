import { queryOptions } from '@tanstack/react-query';
import { profiles } from '../../../../lib/session/profile.ts';

/**
 * Whether the person has consented. `unknown`: it could not be asked; then they pass, and are asked about at the next
 * page.
 */
export type Consent = 'given' | 'due' | 'unknown';

export const consentQuery = (userId: string) =>
  queryOptions({
    queryKey: ['consent', userId],
    queryFn: async (): Promise<Consent> => {
      try {
        const table = (await profiles()).select('google_consent_completed').eq('id', userId);
        // Not tried again: whoever waits for the answer sees a spinner, and the next page asks anew.
        const { data } = await table.maybeSingle().retry(false).throwOnError();
        return data?.google_consent_completed === true ? 'given' : 'due';
      } catch (error) {
        console.warn('The consent could not be checked', error);
        return 'unknown';
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
