import { QueryClient } from '@tanstack/react-query';
import { ProblemError } from '../calls/api.ts';

/** Whether a failure may pass: the network, a busy or failing server. A refusal stays a refusal. */
const isPassing = (error: unknown) =>
  !(error instanceof ProblemError) || error.status === 0 || error.status >= 500;

/** Whether another try is worth it immediately; whoever has waited for a minute has waited enough. */
const isWorthAnother = (error: unknown) =>
  isPassing(error) && !(error instanceof ProblemError && error.code === 'timeout');

const healMs = 15_000;

/** Milliseconds until what failed in passing is refetched by itself. */
export const healingMs = ({ state }: { state: { status: string; error: unknown } }) =>
  state.status === 'error' && isPassing(state.error) && healMs;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && isWorthAnother(error),
      refetchInterval: healingMs,
      // Cached data stays on the screen while offline.
      networkMode: 'offlineFirst',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
