import type { SentBodyOf } from '@parlance/contract/endpoint';
import {
  type Channel,
  createTelegramChannel,
  createWebsiteChannel,
  createWhatsAppChannel,
  deleteChannel,
  getChannel,
  listChannels,
  reconnectChannel,
  retryChannel,
  updateChannel,
} from '@parlance/contract/endpoints/channels';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { timezone } from '../../lib/language/timezone.ts';
import { updateInLists } from '../../lib/queries/listed.ts';
import { healingMs } from '../../lib/queries/query-client.ts';
import type { Liveness } from '../../lib/queries/realtime.ts';
import { refetchIntervalMs } from '../../lib/queries/row-changes.ts';
import { useRefreshChatbots } from '../chatbots/queries.ts';

const stepsPollMs = 1000;

/** Whether its steps run: it is created, or set up anew. */
export const isBeingSetUp = ({ status, steps }: Channel) =>
  status === 'creating' || steps.some((step) => step.status === 'running');

/** Whether its creation waits for its owner to choose a number: a question, no failure. */
export const asksForNumber = ({ steps }: Pick<Channel, 'steps'>) =>
  steps.some(({ status, code }) => status === 'error' && code === 'whatsapp_choose_number');

// Among what a change of chatbots makes stale: a website chatbot is its own channel.
const key = ['chatbots', 'channels'] as const;
const listKey = [...key, 'list'] as const;

export const channelsQuery = (liveness: Liveness) =>
  infiniteQueryOptions({
    queryKey: listKey,
    queryFn: ({ pageParam, signal }) => call(listChannels, { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      refetchIntervalMs(
        liveness,
        (state.data?.pages ?? []).some(({ items }) => items.some(isBeingSetUp)),
      ),
  });

/** One channel; `pollMs`: how often it is asked for while something is awaited of it, its steps aside. */
export const channelQuery = (channelId: string, pollMs?: number) =>
  queryOptions({
    queryKey: [...key, 'one', channelId],
    async queryFn({ signal, client }) {
      const channel = await call(getChannel, { params: { channelId }, signal });
      // Beside it stands its row, which nothing else tells of what a platform says.
      updateInLists<Channel>(client, listKey, channelId, () => channel);
      return channel;
    },
    refetchInterval: (query) =>
      query.state.data && isBeingSetUp(query.state.data) ? stepsPollMs : (pollMs ?? healingMs(query)),
  });

/** What is typed to create a channel, by its platform. */
export type Creation =
  | { platform: 'website'; body: SentBodyOf<typeof createWebsiteChannel> }
  | { platform: 'telegram'; body: SentBodyOf<typeof createTelegramChannel> }
  | { platform: 'whatsapp'; body: SentBodyOf<typeof createWhatsAppChannel> };

function create(wish: Creation): Promise<Channel> {
  const timeZone = timezone();
  if (wish.platform === 'website') return call(createWebsiteChannel, { body: { ...wish.body, timeZone } });
  if (wish.platform === 'telegram') return call(createTelegramChannel, { body: { ...wish.body, timeZone } });
  return call(createWhatsAppChannel, { body: { ...wish.body, timeZone } });
}

/** Keeps what a call answered, so that it stands there before anything is refetched. */
function useKeepChannel() {
  const client = useQueryClient();
  return async (channel: Channel) => {
    const { queryKey } = channelQuery(channel.id);
    // An older answer, still on its way, would show the old state once more.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, channel);
    updateInLists<Channel>(client, listKey, channel.id, () => channel);
    void client.invalidateQueries({ queryKey: listKey });
  };
}

export function useCreateChannel() {
  const keep = useKeepChannel();
  const refresh = useRefreshChatbots();
  return useMutation({
    mutationFn: create,
    async onSuccess(channel) {
      await keep(channel);
      refresh();
    },
  });
}

/** What is changed of a channel: what it signs in with, or its number. */
export type ChannelChange = SentBodyOf<typeof updateChannel>;

export const useChangeChannel = (channelId: string) =>
  useMutation({
    mutationFn: (body: ChannelChange) => call(updateChannel, { params: { channelId }, body }),
    onSuccess: useKeepChannel(),
  });

export const useRetryChannel = (channelId: string) =>
  useMutation({
    mutationFn: () => call(retryChannel, { params: { channelId } }),
    onSuccess: useKeepChannel(),
  });

export const useReconnectChannel = (channelId: string) =>
  useMutation({
    mutationFn: () => call(reconnectChannel, { params: { channelId } }),
    onSuccess: useKeepChannel(),
  });

export function useGiveUpChannel(channelId: string) {
  const client = useQueryClient();
  const refresh = useRefreshChatbots();
  return useMutation({
    mutationFn: () => call(deleteChannel, { params: { channelId } }),
    // No chatbot goes with it; and what still shows the channel would only ask for it in vain.
    onSuccess() {
      updateInLists<Channel>(client, listKey, channelId, () => undefined);
      void client.invalidateQueries({ queryKey: listKey });
    },
    onError: refresh,
  });
}
