import type { Channel } from '@parlance/contract/endpoints/channels';
import { CircleCheck, CirclePause, ExternalLink, KeyRound, Palette, Phone, PlugZap } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSecondsSince } from '../../../lib/browser/seconds-since.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { Button, ButtonLink } from '../../../ui/buttons/Button.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { When } from '../../../ui/loading/When.tsx';
import { outcomeHandlers } from '../../../ui/toasts/outcome.ts';
import { platformNames } from '../../chatbots/platforms.ts';
import { PasteSetup } from '../creation/PasteSetup.tsx';
import { PlatformSays } from '../creation/StepList.tsx';
import { isOfCredentials, type SocialPlatform } from '../forms/credentials.ts';
import { channelQuery, useReconnectChannel } from '../queries.ts';
import { channelNotice } from './channel-notice.tsx';
import { listTexts } from './texts.ts';

const ChangeCredentials = onDemand(() =>
  import('./ChangeCredentials.tsx').then((file) => file.ChangeCredentials),
);

const ChangeNumber = onDemand(() => import('./ChangeNumber.tsx').then((file) => file.ChangeNumber));

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const lookMs = 2000;
const lookSeconds = 30;
/** What is older is looked at again once somebody opens it, says the server. */
const freshMs = 5 * 60_000;

/** Registers our address anew; busy until the platform has been looked at again. */
function useReconnection(channel: Channel) {
  const t = useTexts(listTexts);
  const reconnect = useReconnectChannel(channel.id);
  const [asked, setAsked] = useState({ at: '', checkedAt: '' });
  const seconds = useSecondsSince(asked.at);
  const checkedAt = channel.health?.checkedAt ?? '';
  const isAwaited = asked.at !== '' && seconds < lookSeconds && checkedAt === asked.checkedAt;
  return {
    isAwaited,
    isBusy: reconnect.isPending || isAwaited,
    begin() {
      const { onError, onSuccess } = outcomeHandlers(t.reconnectFailed);
      reconnect.mutate(undefined, {
        onError,
        onSuccess() {
          onSuccess();
          setAsked({ at: new Date().toISOString(), checkedAt });
        },
      });
    },
  };
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-x-4 border-b border-line py-1.5 last:border-b-0">
    <dt className="text-text-2">{name}</dt>
    <dd className="min-w-0 text-end text-text [overflow-wrap:anywhere]">{children}</dd>
  </div>
);

function Facts({ channel }: { channel: Channel }) {
  const t = useTexts(listTexts);
  const format = useFormat();
  const { account, lastEventAt, last4, health } = channel;
  const token = [
    last4 && t.tokenEnds(last4),
    health && (health.tokenExpiresAt ? t.tokenExpires(format.date(health.tokenExpiresAt)) : t.tokenLasts),
  ].filter(Boolean);
  return (
    <dl className="max-w-xl text-md">
      <Fact name={t.account}>
        <span translate="no">{account}</span>
      </Fact>
      <Fact name={t.lastEvent}>{lastEventAt ? <When at={lastEventAt} /> : t.neverWritten}</Fact>
      {health?.backlog != null && <Fact name={t.backlog}>{format.number(health.backlog)}</Fact>}
      {token.length > 0 && <Fact name={t.token}>{token.join(', ')}</Fact>}
      {health && (
        <Fact name={t.checked}>
          <When at={health.checkedAt} />
        </Fact>
      )}
    </dl>
  );
}

/** What the platform finds, the gravest first, with its own words. */
function Findings({ channel, platform }: { channel: Channel; platform: SocialPlatform }) {
  const t = useTexts(listTexts);
  const { health, error, isPaused } = channel;
  if (!health) return <p className="text-md text-text-2">{error ?? t.unknownHealth}</p>;
  if (health.findings.length === 0 && !error)
    return (
      <p className="flex gap-2 text-md text-text-2">
        {isPaused ? (
          <CirclePause {...icon} size={20} className="shrink-0 text-text-3" />
        ) : (
          <CircleCheck {...icon} size={20} className="shrink-0 text-accent-strong" />
        )}
        {isPaused ? t.onHold : t.healthy}
      </p>
    );
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-md font-strong">{t.findings}</h3>
      {error && health.findings.every(({ message }) => message !== error) && (
        <p className="text-md text-text [overflow-wrap:anywhere]">{error}</p>
      )}
      <ul className="flex flex-col gap-2.5">
        {health.findings.map(({ code, message, detail, at }) => (
          <li key={code} className="flex flex-col gap-0.5 text-md text-text">
            <span className="[overflow-wrap:anywhere]">
              {message} {/* What is to come stands among the facts. */}
              {at && Date.parse(at) < Date.parse(health.checkedAt) && (
                <When at={at} className="text-sm text-text-3" />
              )}
            </span>
            {detail && <PlatformSays platform={platform} detail={detail} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A channel's health, as its platform sees it, and what can be done about it. */
export function ChannelDetail({ listed, platform }: { listed: Channel; platform: SocialPlatform }) {
  const t = useTexts(listTexts);
  const names = useTexts(platformNames);
  const [changing, setChanging] = useState<'credentials' | 'number'>();
  const { data: channel = listed } = useQuery(channelQuery(listed.id));
  const reconnection = useReconnection(channel);
  const { health, setup, link, chatbotId, error } = channel;
  const [openedAt] = useState(() => new Date().toISOString());
  const isOld = health !== null && Date.parse(openedAt) - Date.parse(health.checkedAt) > freshMs;
  const isLookedAgain = useSecondsSince(openedAt) < lookSeconds && isOld;
  // The first look at a new channel comes within a minute.
  const isAwaited = reconnection.isAwaited || isLookedAgain || !health;
  useQuery(channelQuery(listed.id, isAwaited ? lookMs : undefined));
  const panel = useRef<HTMLDivElement>(null);
  // A link from elsewhere leads to it, below all that may be created.
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), []);
  // Whatever ended its answers may have been mended at the platform a moment ago. It stays while it is busy: the trouble ends
  // before the platform has been looked at.
  const canReconnect = health?.canReconnect === true || error !== undefined || reconnection.isBusy;
  const couldReconnect = useRef(false);
  // The button, which had the focus, goes when all is well.
  useEffect(() => {
    const hasGone = couldReconnect.current && !canReconnect;
    if (hasGone && document.activeElement === document.body) panel.current?.focus();
    couldReconnect.current = canReconnect;
  }, [canReconnect]);
  if (channel.status !== 'ready') return channelNotice(channel);
  const isWell = health?.status === 'ok' && error === undefined;
  const asksForCredentials = health?.findings.some(({ code }) => isOfCredentials(code)) ?? false;
  return (
    <div
      ref={panel}
      tabIndex={-1}
      className="@container flex scroll-my-4 flex-col gap-4 rounded-2 bg-sunken p-4 max-lg:scroll-mt-18"
    >
      <Findings channel={channel} platform={platform} />
      {setup && <PasteSetup setup={setup} />}
      <Facts channel={channel} />
      <div className="flex flex-wrap gap-2">
        {canReconnect && (
          <Button
            size="sm"
            look={isWell || asksForCredentials ? 'secondary' : 'primary'}
            icon={<PlugZap {...icon} />}
            busy={reconnection.isBusy}
            onClick={reconnection.begin}
          >
            {t.reconnect}
          </Button>
        )}
        <span role="status" className="visually-hidden">
          {reconnection.isBusy && t.reconnecting}
        </span>
        <Button
          size="sm"
          look={asksForCredentials ? 'primary' : 'secondary'}
          icon={<KeyRound {...icon} />}
          onClick={() => setChanging('credentials')}
        >
          {platform === 'telegram' ? t.changeToken : t.changeCredentials}
        </Button>
        {channel.numbers && (
          <Button size="sm" icon={<Phone {...icon} />} onClick={() => setChanging('number')}>
            {t.changeNumber}
          </Button>
        )}
        {chatbotId && (
          <ButtonLink size="sm" to={`/chatbots/${chatbotId}/personnaliser`} icon={<Palette {...icon} />}>
            {t.customise}
          </ButtonLink>
        )}
        {link && (
          <ButtonLink
            size="sm"
            to={link}
            target="_blank"
            rel="noopener noreferrer"
            icon={<ExternalLink {...icon} />}
          >
            {t.openAt(names[platform])}
          </ButtonLink>
        )}
      </div>
      {changing === 'credentials' && (
        <ChangeCredentials channel={channel} platform={platform} onClose={() => setChanging(undefined)} />
      )}
      {changing === 'number' && channel.numbers && (
        <ChangeNumber channel={channel} numbers={channel.numbers} onClose={() => setChanging(undefined)} />
      )}
    </div>
  );
}
