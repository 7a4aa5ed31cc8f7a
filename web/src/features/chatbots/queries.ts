import {
  type Chatbot,
  createChatbot,
  deleteChatbot,
  getChatbot,
  listChatbots,
  updateChatbot,
} from '@parlance/contract/chatbots';
import type { SentBodyOf } from '@parlance/contract/endpoint';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export const chatbotSorts = ['-createdAt', 'createdAt', 'name', '-name'] as const;
export type ChatbotSort = (typeof chatbotSorts)[number];

export const chatbotsQuery = (search: string, sort: ChatbotSort) =>
  infiniteQueryOptions({
    queryKey: ['chatbots', 'list', search, sort],
    queryFn: ({ pageParam, signal }) =>
      call(listChatbots, { query: { search: search || undefined, sort, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

export const chatbotQuery = (chatbotId: string) =>
  queryOptions({
    queryKey: ['chatbots', 'one', chatbotId],
    queryFn: ({ signal }) => call(getChatbot, { params: { chatbotId }, signal }),
  });

/** Whether one of this account's chatbots has this name already. */
export const isNameTaken = async (name: string, except: string | undefined, signal: AbortSignal) => {
  const { items } = await call(listChatbots, { query: { name, limit: '1' }, signal });
  return items.some(({ id }) => id !== except);
};

/** What a change of chatbots makes stale: their lists, the quota that counts them, the dashboard. */
function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ['chatbots', 'usage', 'activity'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
}

export function useCreateChatbot() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (name: string) => call(createChatbot, { body: { name, platform: 'website' } }),
    onSuccess: refresh,
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

export function useDeleteChatbot() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (chatbotId: string) => call(deleteChatbot, { params: { chatbotId } }),
    onSuccess: refresh,
  });
}
