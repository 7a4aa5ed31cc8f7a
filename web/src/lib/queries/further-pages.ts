import { useEffect } from 'react';

interface PagedList {
  data?: { pages: readonly { nextCursor?: string | null | undefined }[] } | undefined;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * Fetches one page after the other as long as they are wanted and there are more. By the cursor: a page that has come before its
 * fetching was ever drawn has another one, too.
 */
export function useFurtherPages({ data, isFetching, isError, fetchNextPage }: PagedList, isWanted = true) {
  const next = isWanted && !isFetching && !isError ? data?.pages.at(-1)?.nextCursor : undefined;
  useEffect(() => {
    if (next) void fetchNextPage();
  }, [next, fetchNextPage]);
}
