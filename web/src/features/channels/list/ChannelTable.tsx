import type { Channel } from '@parlance/contract/endpoints/channels';
import { ChevronDown, ExternalLink, ListChecks } from 'lucide-react';
import { Link } from 'react-router';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button, ButtonLink } from '../../../ui/buttons/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { type Column, Table } from '../../../ui/display/Table.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { When } from '../../../ui/loading/When.tsx';
import { PlatformGlyph } from '../../chatbots/parts/PlatformGlyph.tsx';
import { platformNames } from '../../chatbots/platforms.ts';
import { ChannelStatus } from './ChannelStatus.tsx';
import { channelNotice } from './channel-notice.tsx';
import { listTexts } from './texts.ts';

const ChannelDetail = onDemand(() => import('./ChannelDetail.tsx').then((file) => file.ChannelDetail));

/** Where a channel's name leads: to its chatbot, or to its steps while there is none. */
const placeOf = ({ id, chatbotId, platform, status }: Channel) => {
  if (status !== 'ready' || chatbotId === null) return `/channels?created=${id}`;
  return `/chatbots/${chatbotId}/personnaliser${platform === 'website' ? '?tab=integration' : ''}`;
};

function useColumns(openId: string, onOpen: (id: string) => void): Column<Channel>[] {
  const t = useTexts(listTexts);
  const names = useTexts(platformNames);
  return [
    {
      key: 'name',
      header: t.name,
      names: true,
      cell: (channel) => (
        <span className="flex min-w-0 items-center gap-3">
          <span className="flex size-9 shrink-0 items-center justify-center rounded-2 bg-sunken text-text-2">
            <PlatformGlyph platform={channel.platform} />
          </span>
          <span className="flex min-w-0 flex-col">
            <Link
              to={placeOf(channel)}
              dir="auto"
              title={channel.name}
              className="truncate font-medium text-text hover:underline"
            >
              {channel.name}
            </Link>
            <span className="truncate text-sm text-text-3">
              {names[channel.platform]}
              {channel.platform !== 'website' && channel.account !== '' && (
                <span translate="no"> · {channel.account}</span>
              )}
            </span>
          </span>
        </span>
      ),
    },
    { key: 'status', header: t.status, cell: (channel) => <ChannelStatus channel={channel} /> },
    {
      key: 'lastSeen',
      header: t.lastSeen,
      cell: ({ lastEventAt, platform }) =>
        lastEventAt ? (
          <When at={lastEventAt} />
        ) : (
          <span className="text-text-3">{platform === 'website' ? t.neverSeen : t.neverWritten}</span>
        ),
    },
    {
      key: 'more',
      header: t.actions,
      cell: ({ id, name, platform, status, link }) => {
        if (platform === 'website')
          return (
            <a
              href={new URL(link).pathname}
              target="_blank"
              rel="noopener"
              aria-label={t.openPage(name)}
              className="inline-flex items-center gap-1.5 whitespace-nowrap text-accent-text underline underline-offset-4"
            >
              {t.publicPage}
              <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />
            </a>
          );
        if (status !== 'ready')
          return (
            <ButtonLink
              size="sm"
              look="quiet"
              className="md:-ms-3"
              to={`/channels?created=${id}`}
              aria-label={t.stepsOf(name)}
              icon={<ListChecks size={16} strokeWidth={1.75} aria-hidden="true" />}
            >
              {t.seeSteps}
            </ButtonLink>
          );
        const isOpen = id === openId;
        return (
          <Button
            size="sm"
            look="quiet"
            className="md:-ms-3"
            aria-expanded={isOpen}
            aria-label={t.detailsOf(name)}
            icon={
              <ChevronDown
                size={16}
                strokeWidth={1.75}
                aria-hidden="true"
                className={cx('motion-fast', isOpen && 'rotate-180')}
              />
            }
            onClick={() => onOpen(isOpen ? '' : id)}
          >
            {t.details}
          </Button>
        );
      },
    },
  ];
}

/** The account's channels, a row each; one of them open below its row. */
export function ChannelTable({
  channels,
  openId,
  onOpen,
}: {
  channels: readonly Channel[];
  openId: string;
  onOpen: (id: string) => void;
}) {
  const t = useTexts(listTexts);
  const columns = useColumns(openId, onOpen);
  const detail = (channel: Channel) => {
    const { id, platform, status } = channel;
    if (platform !== 'website' && status === 'ready' && id === openId)
      return (
        <ChannelDetail
          listed={channel}
          platform={platform}
          onFailed={() => onOpen('')}
          fallback={<Skeleton className="h-40 w-full rounded-2" />}
        />
      );
    return channelNotice(channel);
  };
  return (
    <Table caption={t.title} columns={columns} rows={channels} rowKey={({ id }) => id} detail={detail} />
  );
}
