import type { Channel } from '@parlance/contract/endpoints/channels';
import { ExternalLink } from 'lucide-react';
import { useTexts } from '../../../lib/language/texts.ts';
import { ButtonLink } from '../../../ui/buttons/Button.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { platformNames } from '../../chatbots/platforms.ts';
import { CopyButton } from '../../customiser/integration/Code.tsx';
import type { SocialPlatform } from '../forms/credentials.ts';
import { FirstMessage } from './FirstMessage.tsx';
import { NextSteps } from './NextSteps.tsx';
import { PasteSetup } from './PasteSetup.tsx';
import { creationTexts } from './texts.ts';

const QrCode = onDemand(() => import('../../../ui/display/QrCode.tsx').then((file) => file.QrCode));

/** What to do with a channel that works: write to it, and see that the message arrives. */
export function SocialReady({ channel, platform }: { channel: Channel; platform: SocialPlatform }) {
  const t = useTexts(creationTexts);
  const names = useTexts(platformNames);
  const { setup, link, account, chatbotId } = channel;
  return (
    <>
      {setup && <PasteSetup setup={setup} />}
      <div className="flex flex-col gap-2">
        <h3 className="text-md font-strong">{t.writeTitle}</h3>
        <div className="flex flex-wrap items-start gap-4">
          {/* Whoever reads this on a phone has no use for a code to scan. */}
          <div className="max-sm:hidden">
            <QrCode text={link} label={t.scan} fallback={<Skeleton className="size-34 rounded-2" />} />
          </div>
          <div className="flex min-w-0 flex-1 basis-56 flex-col gap-3">
            <p className="max-w-(--measure) text-md text-text-2">
              <span className="max-sm:hidden">{t[`${platform}Write`]}</span>
              <span className="sm:hidden">{t[`${platform}Open`]}</span>
            </p>
            <p translate="no" className="flex flex-wrap gap-x-3 text-sm text-text-2 [overflow-wrap:anywhere]">
              <span className="font-medium text-text">{account}</span>
              <span>{link}</span>
            </p>
            <div className="flex flex-wrap gap-2">
              <ButtonLink
                size="sm"
                to={link}
                target="_blank"
                rel="noopener noreferrer"
                icon={<ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />}
              >
                {t.open(names[platform])}
              </ButtonLink>
              <CopyButton text={link} label={t.copyLink} />
            </div>
            <FirstMessage channel={channel} platform={platform} />
          </div>
        </div>
      </div>
      {chatbotId && <NextSteps chatbotId={chatbotId} platform={platform} />}
    </>
  );
}
