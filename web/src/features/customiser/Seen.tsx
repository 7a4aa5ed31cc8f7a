import type { Chatbot } from '@parlance/contract/chatbots';
import { useEffect, useReducer } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { Dot } from '../../ui/Pill.tsx';
import { texts } from './integration-texts.ts';

const minuteMs = 60_000;

/** How long ago, as time goes on. */
function Ago({ at }: { at: string }) {
  const format = useFormat();
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, minuteMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={format.moment(at)}>
      {format.ago(at)}
    </time>
  );
}

/** The last site that asked for it in vain. */
export function Refused({ refusedOn }: { refusedOn: NonNullable<Chatbot['refusedOn']> }) {
  const t = useTexts(texts);
  return (
    <>
      {t.refusedOn(refusedOn.host)}, <Ago at={refusedOn.at} />. {t.refusedWhy}
    </>
  );
}

/** The last page of a customer where the widget was loaded; a new one is announced, the passing of time is not. */
export function Seen({ seenOn }: Pick<Chatbot, 'seenOn'>) {
  const t = useTexts(texts);
  return (
    <p className="flex items-baseline gap-2.5 text-md text-text-2">
      <Dot tone={seenOn ? 'success' : 'neutral'} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span role="status">{seenOn ? t.seenOn(seenOn.host) : t.neverSeen}</span>
        {seenOn && (
          <>
            {', '}
            <Ago at={seenOn.at} />.
          </>
        )}
      </span>
    </p>
  );
}
