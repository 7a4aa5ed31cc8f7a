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
} from '@parlance/contract/chatbots';
import type { AnswerOf, SentBodyOf } from '@parlance/contract/endpoint';
import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import type { Liveness } from '../../lib/realtime.ts';
import { askAgainMs, useRowChanges } from '../../lib/row-changes.ts';
import type { Platform } from './platforms.ts';

const isBeingMade = ({ creation }: Chatbot) => creation === 'initializing';

export const chatbotsQuery = (
  search: string,
  sort: ChatbotSort,
  { platform, liveness }: { platform?: Platform | undefined; liveness?: Liveness } = {},
) =>
  infiniteQueryOptions({
    queryKey: ['chatbots', 'list', search, sort, platform],
    queryFn: ({ pageParam, signal }) =>
      call(listChatbots, {
        query: { search: search || undefined, sort, platform, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: (query) =>
      liveness !== undefined &&
      askAgainMs(
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

/** What goes with a chatbot. */
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
 * What a change of chatbots makes stale: their lists, the quota that counts them, the dashboard. After a success its
 * end is awaited, after a refusal it isn't: without a network it never comes, and the refusal must be told.
 */
function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ['chatbots', 'usage', 'activity'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
}

const pollMs = 500;

/** The chatbot once it is made, with a warning or without. */
async function onceMade(chatbot: Chatbot): Promise<Chatbot> {
  let made = chatbot;
  while (isBeingMade(made)) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    made = await call(getChatbot, { params: { chatbotId: chatbot.id } });
  }
  return made;
}

export function useCreateChatbot() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (name: string) =>
      onceMade(await call(createChatbot, { body: { name, platform: 'website' } })),
    onSuccess: refresh,
  });
}

export function useDuplicateChatbot() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ chatbotId, ...body }: { chatbotId: string } & SentBodyOf<typeof duplicateChatbot>) =>
      onceMade(await call(duplicateChatbot, { params: { chatbotId }, body })),
    onSuccess: refresh,
    onError: () => void refresh(),
  });
}

export function useUpdateChatbot() {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ chatbotId, ...body }: { chatbotId: string } & SentBodyOf<typeof updateChatbot>) =>
      call(updateChatbot, { params: { chatbotId }, body }),
    onSuccess: (chatbot: Chatbot) => {
      client.setQueryData(chatbotQuery(chatbot.id).queryKey, chatbot);
      return refresh();
    },
  });
}

/** Pauses it, or puts it back online: shown at once, taken back when the server refuses. */
export function useSetStatus() {
  const client = useQueryClient();
  const refresh = useRefresh();
  const show = (chatbotId: string, status: Chatbot['status']) => {
    const changed = (chatbot: Chatbot) => (chatbot.id === chatbotId ? { ...chatbot, status } : chatbot);
    client.setQueriesData<InfiniteData<AnswerOf<typeof listChatbots>>>(
      { queryKey: ['chatbots', 'list'] },
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({ ...page, items: page.items.map(changed) })),
        },
    );
    client.setQueryData(chatbotQuery(chatbotId).queryKey, (chatbot) => chatbot && changed(chatbot));
  };
  return useMutation({
    mutationFn: ({ chatbot, status }: { chatbot: Chatbot; status: 'active' | 'paused' }) =>
      call(updateChatbot, { params: { chatbotId: chatbot.id }, body: { status } }),
    async onMutate({ chatbot, status }) {
      // An answer that was asked for before would show the old state once more.
      await client.cancelQueries({ queryKey: ['chatbots'] });
      show(chatbot.id, status);
    },
    onSuccess: refresh,
    onError(_error, { chatbot }) {
      show(chatbot.id, chatbot.status);
      void refresh();
    },
  });
}

export function useDeleteChatbot() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (chatbotId: string) => call(deleteChatbot, { params: { chatbotId } }),
    onSuccess: refresh,
    onError: () => void refresh(),
  });
}
