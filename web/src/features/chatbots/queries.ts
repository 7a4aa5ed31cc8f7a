import type { SentBodyOf } from '@parlance/contract/endpoint';
import {
  type Chatbot,
  type ChatbotSort,
  createChatbot,
  deleteChatbot,
  duplicateChatbot,
  getChatbot,
  getChatbotContents,
  listChatbots,
  updateChatbot,
} from '@parlance/contract/endpoints/chatbots';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { timezone } from '../../lib/language/timezone.ts';
import { updateInLists } from '../../lib/queries/listed.ts';
import { healingMs } from '../../lib/queries/query-client.ts';
import type { Liveness } from '../../lib/queries/realtime.ts';
import { refetchIntervalMs, useRowChanges } from '../../lib/queries/row-changes.ts';
import { waitForTypingPause } from '../../lib/queries/typed-out.ts';
import type { Platform } from './platforms.ts';

const isBeingMade = ({ creation }: Chatbot) => creation === 'initializing';

const listKey = ['chatbots', 'list'] as const;

export const chatbotsQuery = (
  search: string,
  sort: ChatbotSort,
  { platform, liveness }: { platform?: Platform | undefined; liveness?: Liveness } = {},
) =>
  infiniteQueryOptions({
    queryKey: [...listKey, search, sort, platform],
    async queryFn({ pageParam, signal }) {
      if (search !== '' && !pageParam) await waitForTypingPause(signal);
      return call(listChatbots, {
        query: { search: search || undefined, sort, platform, cursor: pageParam },
        signal,
      });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: (query) =>
      liveness === undefined
        ? healingMs(query)
        : refetchIntervalMs(
            liveness,
            (query.state.data?.pages ?? []).some(({ items }) => items.some(isBeingMade)),
          ),
  });

/** Whether there is more than one platform to choose from: asked where not all chatbots are in sight. */
export const platformsQuery = queryOptions({
  queryKey: ['chatbots', 'platforms'],
  async queryFn({ signal }) {
    const ends = await Promise.all(
      (['platform', '-platform'] as const).map((sort) =>
        call(listChatbots, { query: { sort, limit: '1' }, signal }),
      ),
    );
    return new Set(ends.flatMap(({ items }) => items.map(({ platform }) => platform)));
  },
});

export const chatbotQuery = (chatbotId: string) =>
  queryOptions({
    queryKey: ['chatbots', 'one', chatbotId],
    queryFn: ({ signal }) => call(getChatbot, { params: { chatbotId }, signal }),
  });

/** The number of things that go with a chatbot. */
export const contentsQuery = (chatbotId: string) =>
  queryOptions({
    queryKey: ['chatbot-contents', chatbotId],
    queryFn: ({ signal }) => call(getChatbotContents, { params: { chatbotId }, signal }),
    staleTime: 0,
  });

/** Follows the account's chatbots: another tab's changes show here. */
export const useChatbotChanges = (): Liveness => useRowChanges({ table: 'chatbots', queryKey: ['chatbots'] });

/** Whether one of this account's chatbots has this name already. */
export const isNameTaken = async (name: string, except?: string, signal?: AbortSignal) => {
  const { items } = await call(listChatbots, { query: { name, limit: '1' }, signal });
  return items.some(({ id }) => id !== except);
};

/**
 * Refetches what a change of chatbots makes stale: their lists, the quota that counts them, the dashboard. Nobody waits
 * for it: it may take long, or never end.
 */
export function useRefreshChatbots() {
  const client = useQueryClient();
  return () => {
    for (const key of ['chatbots', 'usage', 'activity']) void client.invalidateQueries({ queryKey: [key] });
  };
}

const pollMs = 500;

/** Waits until a chatbot is made, with a warning or without. */
async function waitUntilMade(chatbot: Chatbot): Promise<Chatbot> {
  let made = chatbot;
  while (isBeingMade(made)) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    made = await call(getChatbot, { params: { chatbotId: chatbot.id } });
  }
  return made;
}

export function useCreateChatbot() {
  const refresh = useRefreshChatbots();
  return useMutation({
    mutationFn: async (name: string) =>
      waitUntilMade(await call(createChatbot, { body: { name, platform: 'website', timeZone: timezone() } })),
    onSuccess: refresh,
  });
}

export function useDuplicateChatbot() {
  const refresh = useRefreshChatbots();
  return useMutation({
    mutationFn: async ({ chatbotId, ...body }: { chatbotId: string } & SentBodyOf<typeof duplicateChatbot>) =>
      waitUntilMade(await call(duplicateChatbot, { params: { chatbotId }, body })),
    onSuccess: refresh,
    onError: refresh,
  });
}

export function useUpdateChatbot() {
  const client = useQueryClient();
  const refresh = useRefreshChatbots();
  return useMutation({
    mutationFn: ({ chatbotId, ...body }: { chatbotId: string } & SentBodyOf<typeof updateChatbot>) =>
      call(updateChatbot, { params: { chatbotId }, body }),
    onSuccess: (chatbot: Chatbot) => {
      client.setQueryData(chatbotQuery(chatbot.id).queryKey, chatbot);
      updateInLists<Chatbot>(client, listKey, chatbot.id, () => chatbot);
      refresh();
    },
  });
}

/** Pauses a chatbot, or puts it back online: shown immediately, taken back when the server refuses. */
export function useSetStatus() {
  const client = useQueryClient();
  const refresh = useRefreshChatbots();
  const show = (chatbotId: string, status: Chatbot['status']) => {
    const changed = (chatbot: Chatbot) => ({ ...chatbot, status });
    updateInLists<Chatbot>(client, listKey, chatbotId, changed);
    client.setQueryData(chatbotQuery(chatbotId).queryKey, (chatbot) => chatbot && changed(chatbot));
  };
  return useMutation({
    mutationFn: ({ chatbot, status }: { chatbot: Chatbot; status: 'active' | 'paused' }) =>
      call(updateChatbot, { params: { chatbotId: chatbot.id }, body: { status } }),
    async onMutate({ chatbot, status }) {
      // An older answer, still on its way, would show the old state once more.
      await client.cancelQueries({ queryKey: ['chatbots'] });
      show(chatbot.id, status);
    },
    onSuccess: refresh,
    onError(_error, { chatbot }) {
      show(chatbot.id, chatbot.status);
      refresh();
    },
  });
}

export function useDeleteChatbot() {
  const client = useQueryClient();
  const refresh = useRefreshChatbots();
  return useMutation({
    mutationFn: (chatbotId: string) => call(deleteChatbot, { params: { chatbotId } }),
    onSuccess(_, chatbotId) {
      updateInLists<Chatbot>(client, listKey, chatbotId, () => undefined);
      refresh();
    },
    onError: refresh,
  });
}
