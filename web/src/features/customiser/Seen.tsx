import type { Chatbot } from '@parlance/contract/chatbots';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { Dot } from '../../ui/Pill.tsx';
import { texts } from './integration-texts.ts';

/** The last page of a customer where the widget was loaded. */
export function Seen({ seenOn }: Pick<Chatbot, 'seenOn'>) {
  const t = useTexts(texts);
  const format = useFormat();
  return (
    <p role="status" className="flex items-baseline gap-2.5 text-md text-text-2">
      <Dot tone={seenOn ? 'success' : 'neutral'} />
      <span className="min-w-0 [overflow-wrap:anywhere]" title={seenOn && format.moment(seenOn.at)}>
        {seenOn ? t.seenOn(seenOn.host, format.ago(seenOn.at)) : t.neverSeen}
      </span>
    </p>
  );
}
