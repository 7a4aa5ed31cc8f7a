import * as query from '@tanstack/react-query';
import { useRef } from 'react';

interface Result {
  status: 'pending' | 'error' | 'success';
  error: unknown;
}

/** The result with its failure until a try succeeds: React Query forgets it as soon as the next one begins. */
function useStanding<R extends Result>(result: R, queryKey: query.QueryKey): R {
  const of = query.hashKey(queryKey);
  const failure = useRef<{ of: string; error: unknown }>(undefined);
  if (result.status === 'error') failure.current = { of, error: result.error };
  else if (result.status === 'success' || failure.current?.of !== of) failure.current = undefined;
  if (!failure.current || result.status !== 'pending') return result;
  return {
    ...result,
    status: 'error',
    error: failure.current.error,
    isError: true,
    isLoadingError: true,
    isPending: false,
    isLoading: false,
  };
}

/** A query, for what says so when it fails. */
export const useQuery = ((options: Parameters<typeof query.useQuery>[0]) =>
  useStanding(query.useQuery(options), options.queryKey)) as typeof query.useQuery;

/** A list of pages, for what says so when it fails. */
export const useInfiniteQuery = ((options: Parameters<typeof query.useInfiniteQuery>[0]) =>
  useStanding(query.useInfiniteQuery(options), options.queryKey)) as typeof query.useInfiniteQuery;
