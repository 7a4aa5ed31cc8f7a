import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { useTexts } from '../../../lib/language/texts.ts';
import { Dot } from '../../../ui/display/Pill.tsx';
import { When } from '../../../ui/loading/When.tsx';
import { texts } from './texts.ts';

/** The last site that asked for it in vain. */
export function Refused({ refusedOn }: { refusedOn: NonNullable<Chatbot['refusedOn']> }) {
  const t = useTexts(texts);
  return (
    <>
      {t.refusedOn(refusedOn.host)}, <When at={refusedOn.at} />. {t.refusedWhy}
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
            <When at={seenOn.at} />.
          </>
        )}
      </span>
    </p>
  );
}
