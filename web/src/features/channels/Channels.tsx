import type { Channel } from '@parlance/contract/endpoints/channels';
import { CircleAlert, ExternalLink, Globe, type LucideIcon, MessageCircle, Plus, Send } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTexts } from '../../lib/language/texts.ts';
import { useInfiniteQuery, useQuery } from '../../lib/queries/query.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Pill } from '../../ui/display/Pill.tsx';
import { type Column, Table } from '../../ui/display/Table.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { PageHead } from '../../ui/layout/PageHead.tsx';
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx';
import { LoadMore } from '../../ui/loading/LoadMore.tsx';
import { TableSkeleton } from '../../ui/loading/Skeleton.tsx';
import { When } from '../../ui/loading/When.tsx';
import { type Platform, platformNames } from '../chatbots/platforms.ts';
import { chatbotQuery, useChatbotChanges } from '../chatbots/queries.ts';
import { channelsQuery } from './queries.ts';
import { texts } from './texts.ts';
import { WebsiteForm } from './WebsiteForm.tsx';
import { WebsiteReady } from './WebsiteReady.tsx';

interface Offer {
  platform: Platform;
  icon: LucideIcon;
  minutes: number;
}
const offers: readonly Offer[] = [
  { platform: 'website', icon: Globe, minutes: 2 },
  { platform: 'telegram', icon: Send, minutes: 5 },
  { platform: 'whatsapp', icon: MessageCircle, minutes: 15 },
];

/** One kind of channel, with what it takes; without `onChoose` it can't be had yet. */
function OfferCard({ offer, onChoose }: { offer: Offer; onChoose?: () => void }) {
  const t = useTexts(texts);
  const names = useTexts(platformNames);
  const { platform, icon: Icon, minutes } = offer;
  return (
    <li className="flex flex-col gap-4 rounded-3 border border-line bg-surface p-4 shadow-1 md:p-5">
      <div className="flex items-start gap-3">
        <span className="flex size-10 shrink-0 items-center justify-center rounded-2 bg-sunken text-text-2">
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <div className="flex min-w-0 flex-col gap-1">
          <h2 className="display-type text-lg">{names[platform]}</h2>
          <p className="text-md text-text-2">{t[`${platform}Text`]}</p>
        </div>
      </div>
      <dl className="flex flex-col gap-2 text-sm">
        <div>
          <dt className="text-text-3">{t.time}</dt>
          <dd className="text-text-2">{t.minutes(minutes)}</dd>
        </div>
        <div>
          <dt className="text-text-3">{t.needs}</dt>
          <dd className="text-text-2">{t[`${platform}Needs`]}</dd>
        </div>
      </dl>
      <div className="mt-auto">
        {onChoose ? (
          <Button
            look="primary"
            icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
            onClick={onChoose}
          >
            {t.create}
          </Button>
        ) : (
          <Pill>{t.notYet}</Pill>
        )}
      </div>
    </li>
  );
}

function useColumns(): Column<Channel>[] {
  const t = useTexts(texts);
  const names = useTexts(platformNames);
  return [
    {
      key: 'name',
      header: t.name,
      names: true,
      cell: ({ account, chatbotId }) => (
        <Link
          to={`/chatbots/${chatbotId}/personnaliser?tab=integration`}
          dir="auto"
          title={account}
          className="block truncate font-medium text-text hover:underline"
        >
          {account}
        </Link>
      ),
    },
    { key: 'platform', header: t.platform, cell: ({ platform }) => names[platform] },
    {
      key: 'lastSeen',
      header: t.lastSeen,
      cell: ({ lastEventAt }) =>
        lastEventAt ? <When at={lastEventAt} /> : <span className="text-text-3">{t.neverSeen}</span>,
    },
    {
      key: 'page',
      header: t.publicPage,
      cell: ({ link, account }) => (
        <a
          href={new URL(link).pathname}
          target="_blank"
          rel="noopener"
          aria-label={t.openPage(account)}
          className="inline-flex items-center gap-1.5 text-accent-text underline underline-offset-4"
        >
          {t.open}
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />
        </a>
      ),
    },
  ];
}

const errorOf = ({ error }: Channel) =>
  error ? (
    <p className="flex gap-2 text-sm text-danger-text">
      <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
      {error}
    </p>
  ) : null;

/** The screen of channels: what can be set up, and what is. */
export function Channels() {
  const t = useTexts(texts);
  const [address, setAddress] = useSearchParams();
  useChatbotChanges();
  const list = useInfiniteQuery(channelsQuery);
  const columns = useColumns();
  const [asked, setAsked] = useState(0);
  const channels = list.data?.pages.flatMap(({ items }) => items) ?? [];
  // A reload shows again what to do with the chatbot that was just made.
  const madeId = address.get('created') ?? '';
  const { data: made, isLoading } = useQuery({ ...chatbotQuery(madeId), enabled: madeId !== '' });
  const isNew = address.get('new') === 'website' || (list.isSuccess && channels.length === 0);

  return (
    <Page>
      <PageHead title={t.title} description={t.description} />
      <ul aria-label={t.choose} className="grid grid-cols-1 gap-4 md:grid-cols-3">
        {offers.map((offer) => (
          <OfferCard
            key={offer.platform}
            offer={offer}
            {...(offer.platform === 'website'
              ? {
                  onChoose() {
                    setAddress({ new: 'website' }, { preventScrollReset: true });
                    setAsked(asked + 1);
                  },
                }
              : {})}
          />
        ))}
      </ul>
      {made ? (
        <WebsiteReady chatbot={made} again="/channels?new=website" />
      ) : (
        isNew &&
        !isLoading && (
          <WebsiteForm
            asked={asked}
            onCreated={({ chatbotId }) => setAddress({ created: chatbotId }, { preventScrollReset: true })}
          />
        )
      )}
      {list.isError && channels.length === 0 && (
        <LoadFailure title={t.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {(list.isPending || isLoading) && <TableSkeleton rows={3} />}
      {/* Below what says that one was made, which comes first. */}
      {channels.length > 0 && !isLoading && (
        <section className="flex flex-col gap-3">
          <h2 className="display-type text-lg">{t.listTitle}</h2>
          <Table
            caption={t.listTitle}
            columns={columns}
            rows={channels}
            rowKey={({ id }) => id}
            detail={errorOf}
          />
        </section>
      )}
      {!isLoading && <LoadMore list={list} />}
    </Page>
  );
}
