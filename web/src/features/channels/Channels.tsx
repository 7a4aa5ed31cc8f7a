import type { Channel } from '@parlance/contract/endpoints/channels';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { addressWith, oneOf } from '../../lib/browser/address.ts';
import { isAbsent } from '../../lib/calls/refusal.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { useInfiniteQuery, useQuery } from '../../lib/queries/query.ts';
import { Page } from '../../ui/layout/Page.tsx';
import { PageHead } from '../../ui/layout/PageHead.tsx';
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx';
import { LoadMore } from '../../ui/loading/LoadMore.tsx';
import { onDemand } from '../../ui/loading/OnDemand.tsx';
import { AfterPause, Skeleton, TableSkeleton } from '../../ui/loading/Skeleton.tsx';
import { type Platform, platforms } from '../chatbots/platforms.ts';
import { chatbotQuery, useChatbotChanges } from '../chatbots/queries.ts';
import { WebsiteForm } from './forms/WebsiteForm.tsx';
import { ChannelTable } from './list/ChannelTable.tsx';
import { listTexts } from './list/texts.ts';
import { OfferCards } from './OfferCards.tsx';
import { channelQuery, channelsQuery } from './queries.ts';
import { texts } from './texts.ts';

const SocialForm = onDemand(() => import('./forms/SocialForm.tsx').then((file) => file.SocialForm));
const SocialCreation = onDemand(() =>
  import('./creation/SocialCreation.tsx').then((file) => file.SocialCreation),
);
const WebsiteReady = onDemand(() => import('./creation/WebsiteReady.tsx').then((file) => file.WebsiteReady));

const waiting = (
  <AfterPause>
    <Skeleton className="h-80 w-full rounded-3" />
  </AfterPause>
);

/** The form for a platform; each begins anew. */
function NewChannel({
  platform,
  asked,
  onCreated,
  onFailed,
}: {
  platform: Platform;
  asked: number;
  onCreated: (channel: Channel) => void;
  onFailed: () => void;
}) {
  if (platform === 'website') return <WebsiteForm asked={asked} onCreated={onCreated} />;
  return <SocialForm key={platform} {...{ platform, asked, onCreated, onFailed }} fallback={waiting} />;
}

/** A channel that was made, or is being made. */
function MadeChannel({ channel, onGone }: { channel: Channel; onGone: () => void }) {
  const { platform, id } = channel;
  const { data: chatbot } = useQuery({ ...chatbotQuery(id), enabled: platform === 'website' });
  if (platform !== 'website')
    return (
      <SocialCreation key={id} {...{ channel, platform, onGone }} onFailed={onGone} fallback={waiting} />
    );
  return chatbot ? <WebsiteReady key={id} chatbot={chatbot} onFailed={onGone} fallback={waiting} /> : waiting;
}

/** The screen of channels: what can be set up, and how what is set up is doing. */
export function Channels() {
  const t = useTexts(texts);
  const l = useTexts(listTexts);
  const [address, setAddress] = useSearchParams();
  const put = (parts: Record<string, string>) =>
    setAddress((before) => new URLSearchParams(addressWith(before, parts)), { preventScrollReset: true });
  const liveness = useChatbotChanges();
  const list = useInfiniteQuery(channelsQuery(liveness));
  const [asked, setAsked] = useState(0);
  const channels = list.data?.pages.flatMap(({ items }) => items) ?? [];
  // A reload shows again what to do with the chatbot that was just made, or how far that came.
  const madeId = address.get('created') ?? '';
  const { data, error, isLoading } = useQuery({ ...channelQuery(madeId), enabled: madeId !== '' });
  const made = isAbsent(error) ? undefined : data;
  const platform =
    oneOf(platforms, address.get('new')) || (list.isSuccess && channels.length === 0 ? 'website' : '');

  return (
    <Page>
      <PageHead title={t.title} description={t.description} />
      <OfferCards
        onChoose={(chosen) => {
          put({ new: chosen, created: '', channel: '' });
          setAsked(asked + 1);
        }}
      />
      {made ? (
        <MadeChannel channel={made} onGone={() => put({ created: '' })} />
      ) : (
        platform &&
        !isLoading && (
          <NewChannel
            platform={platform}
            asked={asked}
            onCreated={({ id }) => put({ created: id, new: '', channel: '' })}
            onFailed={() => put({ new: '' })}
          />
        )
      )}
      {list.isError && channels.length === 0 && (
        <LoadFailure title={l.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {(list.isPending || isLoading) && <TableSkeleton rows={3} />}
      {/* Below what says that one was made, which comes first. */}
      {channels.length > 0 && !isLoading && (
        <section className="flex flex-col gap-3">
          <h2 className="display-type text-lg">{l.title}</h2>
          <ChannelTable
            channels={channels}
            openId={address.get('channel') ?? ''}
            onOpen={(id) => put({ channel: id })}
          />
        </section>
      )}
      {!isLoading && <LoadMore list={list} />}
    </Page>
  );
}
