import type { Channel } from '@parlance/contract/endpoints/channels';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useSecondsSince } from '../../../lib/browser/seconds-since.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Spinner } from '../../../ui/buttons/Spinner.tsx';
import { When } from '../../../ui/loading/When.tsx';
import type { SocialPlatform } from '../forms/credentials.ts';
import { channelQuery } from '../queries.ts';
import { creationTexts } from './texts.ts';

const pollMs = 2000;
const patienceSeconds = 300;

/** Looks whether somebody writes, and ticks when they do; after some minutes it says what to check. */
export function FirstMessage({ channel, platform }: { channel: Channel; platform: SocialPlatform }) {
  const t = useTexts(creationTexts);
  const [since, setSince] = useState(() => new Date().toISOString());
  const isOver = useSecondsSince(since) >= patienceSeconds;
  const { lastEventAt } = channel;
  useQuery(channelQuery(channel.id, lastEventAt || isOver ? undefined : pollMs));
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="flex items-center gap-2.5 text-md text-text-2">
        {lastEventAt ? (
          <>
            <CircleCheck
              size={20}
              strokeWidth={1.75}
              aria-hidden="true"
              className="shrink-0 text-accent-strong"
            />
            <span className="font-medium text-text">{t.arrived}</span>
          </>
        ) : isOver ? (
          t.nothingYet
        ) : (
          <>
            <Spinner className="text-text-3" />
            {t.waiting}
          </>
        )}
      </p>
      {lastEventAt && <When at={lastEventAt} className="ps-7.5 text-sm text-text-3" />}
      {!lastEventAt && isOver && (
        <>
          <ul className="flex list-disc flex-col gap-1 ps-5 text-md text-text-2">
            {t[`${platform}Hints`].split('\n').map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </ul>
          <Button size="sm" className="self-start" onClick={() => setSince(new Date().toISOString())}>
            {t.watchAgain}
          </Button>
        </>
      )}
    </div>
  );
}
