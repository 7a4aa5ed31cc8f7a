import type { Channel } from '@parlance/contract/endpoints/channels';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSecondsSince } from '../../../lib/browser/seconds-since.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { platformNames } from '../../chatbots/platforms.ts';
import { useRefreshChatbots } from '../../chatbots/queries.ts';
import type { SocialPlatform } from '../forms/credentials.ts';
import { asksForNumber } from '../queries.ts';
import { FailedStep } from './FailedStep.tsx';
import { Made } from './Made.tsx';
import { SocialReady } from './SocialReady.tsx';
import { StepList } from './StepList.tsx';
import { creationTexts } from './texts.ts';

/** Seconds beyond which the figure says nothing any more: it was left and come back to. */
const maxElapsedSeconds = 600;

function Elapsed({ since }: { since: string }) {
  const t = useTexts(creationTexts);
  const format = useFormat();
  const seconds = useSecondsSince(since);
  return seconds < maxElapsedSeconds ? (
    <span className="tabular text-text-3">{t.elapsed(format.number(seconds))}</span>
  ) : null;
}

/** What is said of where the steps are, to those who do not see them. */
function useAnnouncement(channel: Channel, title: string): string {
  const t = useTexts(creationTexts);
  if (channel.status === 'ready') return title;
  const at = channel.steps.findIndex(({ status }) => status === 'running' || status === 'error');
  const step = channel.steps[at];
  if (!step) return '';
  const place = t.stepOf(at + 1, channel.steps.length, t[step.name]);
  if (step.status !== 'error') return place;
  return `${place}, ${asksForNumber(channel) ? t.toChoose : t.error}. ${step.message ?? ''}`;
}

function useTitle(channel: Channel, platform: SocialPlatform): string {
  const { name, status, steps } = channel;
  const t = useTexts(creationTexts);
  const onPlatform = useTexts(platformNames)[platform];
  if (status === 'creating') return t.creatingTitle(name, onPlatform);
  if (asksForNumber(channel)) return t.numberTitle(name);
  if (status === 'failed') return t.failedTitle(name, onPlatform);
  return steps.some((step) => step.status === 'warning')
    ? t.warningTitle(name)
    : t.readyTitle(name, onPlatform);
}

/** A channel's creation, step by step as it happens; then what to do with it. */
export function SocialCreation({
  channel,
  platform,
  onGone,
}: {
  channel: Channel;
  platform: SocialPlatform;
  onGone: () => void;
}) {
  const t = useTexts(creationTexts);
  const { status, steps } = channel;
  const [since, setSince] = useState(channel.createdAt);
  const title = useTitle(channel, platform);
  const announcement = useAnnouncement(channel, title);
  const refresh = useEffectEvent(useRefreshChatbots());
  // With the last step there is one more chatbot to be listed and counted.
  useEffect(() => {
    if (status === 'ready') refresh();
  }, [status]);
  const failed = status === 'failed' ? steps.find((step) => step.status === 'error') : undefined;
  const isPlain = status === 'ready' && steps.every((step) => step.status === 'done');
  const isStopped = failed !== undefined && !asksForNumber(channel);
  return (
    <Made title={title} state={status === 'ready' ? 'made' : isStopped ? 'stopped' : 'going'}>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {status === 'creating' && (
        <p className="-mt-4 flex flex-wrap justify-between gap-x-4 text-md text-text-2">
          {t.leave} <Elapsed key={since} since={since} />
        </p>
      )}
      {!isPlain && (
        <StepList channel={channel} platform={platform}>
          {failed && (
            <FailedStep
              // What was typed for one failure is nothing for the next.
              key={`${failed.name} ${failed.code}`}
              channel={channel}
              platform={platform}
              step={failed}
              onGoesOn={() => setSince(new Date().toISOString())}
              onGone={onGone}
            />
          )}
        </StepList>
      )}
      {status === 'ready' && <SocialReady channel={channel} platform={platform} />}
    </Made>
  );
}
