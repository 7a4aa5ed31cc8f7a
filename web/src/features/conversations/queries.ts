import { type Chatbot, listChatbots } from '@parlance/contract/endpoints/chatbots';
import {
  deleteVisitor,
  getConversation,
  getVisitor,
  listConversations,
  listRecentMessages,
} from '@parlance/contract/endpoints/conversations';
import { limits } from '@parlance/contract/limits';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { download } from '../../lib/calls/download.ts';
import { language } from '../../lib/language/language.ts';
import { fetchChangedPage } from '../../lib/queries/changed-pages.ts';
import type { Liveness } from '../../lib/queries/realtime.ts';
import { refetchIntervalMs } from '../../lib/queries/row-changes.ts';
import { waitForTypingPause } from '../../lib/queries/typed-out.ts';
import type { ConversationsFilter } from './address.ts';

/** Every chatbot of the account, by name: what one chooses from. */
export const allChatbotsQuery = queryOptions({
  queryKey: ['chatbots', 'all'],
  async queryFn({ signal }) {
    const all: Chatbot[] = [];
    let cursor: string | undefined;
    do {
      const query = { sort: 'name', limit: String(limits.pageSize.max), cursor } as const;
      const page = await call(listChatbots, { query, signal });
      all.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    // As people count: no. 2 before no. 10.
    const byName = new Intl.Collator(language.get(), { numeric: true });
    return all.toSorted((one, other) => byName.compare(one.name, other.name));
  },
});

/**
 * The chatbot that was last spoken to, or `isWaiting` whose visitor was last left without an answer; asked once each time
 * that the screen opens.
 */
export const latestChatbotQuery = (isWaiting: boolean) =>
  queryOptions({
    queryKey: ['latest-chatbot', isWaiting],
    async queryFn({ signal }) {
      const unanswered = isWaiting ? 'true' : undefined;
      const { items } = await call(listConversations, { query: { unanswered, limit: '1' }, signal });
      return items[0]?.chatbotId ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

const hourMs = 3_600_000;
const periodMs = { '24h': 24 * hourMs, '7d': 7 * 24 * hourMs, '30d': 30 * 24 * hourMs };

/** The instant at which a day, or one some days later, begins here. */
function startOfDay(day: string, daysOn = 0): string {
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + daysOn);
  return at.toISOString();
}

/** A period as calls take it: it ends now, or with a day as people here count days. */
function toPeriodQuery({ period, from, to }: ConversationsFilter): { from?: string; to?: string } {
  if (period === '') return {};
  if (period !== 'days') return { from: new Date(Date.now() - periodMs[period]).toISOString() };
  const [first, last] = from !== '' && to !== '' && to < from ? [to, from] : [from, to];
  return {
    ...(first === '' ? {} : { from: startOfDay(first) }),
    ...(last === '' ? {} : { to: startOfDay(last, 1) }),
  };
}

const toFilterQuery = (filter: ConversationsFilter) => ({
  chatbotId: filter.chatbotId || undefined,
  search: filter.search.trim() || undefined,
  channel: filter.channel || undefined,
  ...toPeriodQuery(filter),
  feedback: filter.feedback || undefined,
  unanswered: filter.unanswered ? ('true' as const) : undefined,
  visitorOf: filter.visitorOf || undefined,
});

export const listKey = ['conversations', 'list'] as const;

export const conversationsQuery = (filter: ConversationsFilter, liveness: Liveness, isHeld: () => boolean) =>
  infiniteQueryOptions({
    queryKey: [...listKey, filter],
    async queryFn(page) {
      const { pageParam, signal } = page;
      if (filter.search !== '' && !pageParam) await waitForTypingPause(signal);
      return fetchChangedPage(page, () =>
        call(listConversations, {
          query: {
            ...toFilterQuery(filter),
            cursor: pageParam,
            // Who goes on reading wants more than a screenful.
            limit: String(pageParam ? limits.pageSize.max : limits.pageSize.default),
          },
          signal,
        }),
      );
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: () => !isHeld() && refetchIntervalMs(liveness, false),
  });

const recentCount = 8;

export const recentKey = (chatbotId: string) => ['conversations', 'recent', chatbotId] as const;

/** What visitors wrote last to a chatbot. */
export const recentQuery = (chatbotId: string, liveness: Liveness) =>
  queryOptions({
    queryKey: recentKey(chatbotId),
    queryFn: async ({ signal }) =>
      (
        await call(listRecentMessages, {
          params: { chatbotId },
          query: { limit: String(recentCount) },
          signal,
        })
      ).items,
    refetchInterval: () => refetchIntervalMs(liveness, false),
  });

/** Messages of a page: an even number, so that questions mostly come with their answers. */
const transcriptPageSize = 50;

export const transcriptKey = (conversationId: string) => ['conversations', 'one', conversationId] as const;

/** The messages of a conversation: the latest first, those before them page by page. */
export const transcriptQuery = (conversationId: string, liveness: Liveness) =>
  infiniteQueryOptions({
    queryKey: transcriptKey(conversationId),
    queryFn: ({ pageParam, signal }) =>
      call(getConversation, {
        params: { conversationId },
        query: { cursor: pageParam, limit: String(transcriptPageSize) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: () => refetchIntervalMs(liveness, true),
  });

/** How many conversations the visitor of one has. */
export const visitorQuery = (conversationId: string) =>
  queryOptions({
    queryKey: ['conversations', 'visitor', conversationId],
    queryFn: ({ signal }) => call(getVisitor, { params: { conversationId }, signal }),
  });

/** Deletes all conversations of the visitor of one. */
export function useDeleteVisitor(conversationId: string) {
  const refresh = useRefreshConversations();
  return useMutation({
    mutationFn: () => call(deleteVisitor, { params: { conversationId } }),
    onSuccess: () => void refresh(),
  });
}

export const downloadConversations = (filter: ConversationsFilter, name: string) =>
  download(
    listConversations,
    { query: toFilterQuery(filter), headers: { Accept: 'text/csv' } },
    `${name}-${new Date().toISOString().slice(0, 10)}.csv`,
  );

/** Refetches what a change of conversations makes stale. */
export function useRefreshConversations() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ['conversations', 'unanswered', 'activity'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
}
