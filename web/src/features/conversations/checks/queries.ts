import {
  type Check,
  type CheckRun,
  createCheck,
  getCheckRun,
  listCheckRuns,
  listChecks,
  runChecks,
  stopCheckRun,
  updateCheck,
} from '@parlance/contract/endpoints/checks';
import { limits } from '@parlance/contract/limits';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api.ts';
import { healingMs } from '../../../lib/queries/query-client.ts';

/** Milliseconds between looks at a run: a question takes about so long to answer. */
const runningMs = 1000;

const checksKey = (chatbotId: string) => ['checks', chatbotId, 'list'];
const runsKey = (chatbotId: string) => ['checks', chatbotId, 'runs'];

export const checksQuery = (chatbotId: string) =>
  queryOptions({
    queryKey: checksKey(chatbotId),
    async queryFn({ signal }) {
      const all: Check[] = [];
      let cursor: string | undefined;
      do {
        const query = { limit: String(limits.pageSize.max), cursor };
        const page = await call(listChecks, { params: { chatbotId }, query, signal });
        all.push(...page.items);
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      return all;
    },
  });

/** The figures of the runs alone; followed while one runs. */
export const checkRunsQuery = (chatbotId: string) =>
  queryOptions({
    queryKey: runsKey(chatbotId),
    queryFn: async ({ signal }) => {
      const query = { results: 'false', limit: String(limits.checkRunsKept) } as const;
      return (await call(listCheckRuns, { params: { chatbotId }, query, signal })).items;
    },
    refetchInterval: (query) => (query.state.data?.[0]?.status === 'running' ? runningMs : healingMs(query)),
  });

/** A run with its answers: what has ended changes no more, but for the last answer of one that was stopped. */
export const checkRunQuery = (chatbotId: string, { id, done }: Pick<CheckRun, 'id' | 'done'>) =>
  queryOptions({
    queryKey: ['checks', chatbotId, 'run', id, done],
    queryFn: ({ signal }) => call(getCheckRun, { params: { runId: id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Refetches what a run that ended makes stale. */
export function useRefreshChecks(chatbotId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [checksKey(chatbotId), runsKey(chatbotId), ['usage']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
}

export function useSaveCheck(chatbotId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string | undefined } & Pick<Check, 'question' | 'mustContain'>) =>
      id === undefined
        ? call(createCheck, { params: { chatbotId }, body })
        : call(updateCheck, { params: { checkId: id }, body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: checksKey(chatbotId) }),
  });
}

export function useRunChecks(chatbotId: string) {
  const refresh = useRefreshChecks(chatbotId);
  return useMutation({
    mutationFn: () => call(runChecks, { params: { chatbotId } }),
    onSuccess: refresh,
    // Somebody else may have begun one.
    onError: () => void refresh(),
  });
}

export function useStopChecks(chatbotId: string) {
  const refresh = useRefreshChecks(chatbotId);
  return useMutation({
    mutationFn: (runId: string) => call(stopCheckRun, { params: { runId } }),
    onSuccess: refresh,
  });
}
