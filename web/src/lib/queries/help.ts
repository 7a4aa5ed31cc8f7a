import { getHelp } from '@parlance/contract/endpoints/account/help';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../calls/api.ts';

/**
 * How far the tour came, and whether tooltips are wanted: stale at once, since the tour may go on in another tab or on another
 * device.
 */
export const helpQuery = queryOptions({
  queryKey: ['help'],
  queryFn: ({ signal }) => call(getHelp, { signal }),
  staleTime: 0,
});
