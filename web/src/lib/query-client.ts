import { QueryClient } from '@tanstack/react-query';
import { ProblemError } from './api.ts';

/** Worth another try: the network, a busy or failing server. A refusal stays a refusal. */
const isPassing = (error: unknown) =>
  !(error instanceof ProblemError) || error.status === 0 || error.status >= 500;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
      // Cached data stays on the screen while offline.
      networkMode: 'offlineFirst',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
