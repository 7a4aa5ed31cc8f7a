import { createWebsiteChannel, listChannels } from '@parlance/contract/endpoints/channels';
import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { timezone } from '../../lib/language/timezone.ts';
import { useRefreshChatbots } from '../chatbots/queries.ts';

// Among what a change of chatbots makes stale: a website chatbot is its own channel.
export const channelsQuery = infiniteQueryOptions({
  queryKey: ['chatbots', 'channels'],
  queryFn: ({ pageParam, signal }) => call(listChannels, { query: { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

export const useCreateWebsiteChannel = () =>
  useMutation({
    mutationFn: (name: string) => call(createWebsiteChannel, { body: { name, timeZone: timezone() } }),
    onSuccess: useRefreshChatbots(),
  });
