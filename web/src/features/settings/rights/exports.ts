import {
  type DataExport,
  deleteExport,
  listExports,
  requestExport,
} from '@parlance/contract/endpoints/account/exports';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api.ts';
import { healingMs } from '../../../lib/queries/query-client.ts';

/** Milliseconds between looks at one that is being written. */
const runningMs = 2000;

export const isRunning = ({ status }: Pick<DataExport, 'status'>) =>
  status === 'pending' || status === 'running';

/** The archives of the account, the newest first; followed while one is written. */
export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: async ({ signal }) => (await call(listExports, { signal })).items,
  // Written elsewhere meanwhile, or over.
  staleTime: 0,
  refetchInterval: (query) => (query.state.data?.some(isRunning) ? runningMs : healingMs(query)),
});

const useRefreshExports = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: exportsQuery.queryKey });
};

export function useRequestExport() {
  const refresh = useRefreshExports();
  // Pending until the list has it: before that the button would ask for a second.
  return useMutation({ mutationFn: () => call(requestExport, {}), onSuccess: refresh });
}

export function useDeleteExport() {
  const refresh = useRefreshExports();
  return useMutation({
    mutationFn: (exportId: string) => call(deleteExport, { params: { exportId } }),
    // Also where it failed: it may be gone already.
    onSettled: refresh,
  });
}
