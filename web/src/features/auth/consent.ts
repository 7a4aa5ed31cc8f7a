import { queryOptions } from '@tanstack/react-query';
import { profiles } from '../../lib/profile.ts';

/** `unknown`: it could not be asked; then the person passes, and is asked about at the next page. */
export type Consent = 'given' | 'due' | 'unknown';

export const consentQuery = (userId: string) =>
  queryOptions({
    queryKey: ['consent', userId],
    queryFn: async (): Promise<Consent> => {
      const table = await profiles();
      const { data, error } = await table.select('google_consent_completed').eq('id', userId).maybeSingle();
      if (error) {
        console.warn('The consent could not be checked', error.code || error.message);
        return 'unknown';
      }
      return data?.google_consent_completed === true ? 'given' : 'due';
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
