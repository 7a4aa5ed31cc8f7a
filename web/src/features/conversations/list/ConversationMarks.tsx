import type { Conversation } from '@parlance/contract/endpoints/conversations';
import { CircleHelp, ThumbsDown, ThumbsUp } from 'lucide-react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Pill } from '../../../ui/display/Pill.tsx';
import { texts } from '../texts.ts';

const icon = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const;

/** The number of questions that a conversation waits to have answered. */
export function UnansweredMark({ unanswered }: Pick<Conversation, 'unanswered'>) {
  const t = useTexts(texts);
  const format = useFormat();
  const count = format.number(unanswered);
  return (
    <Pill tone="warning" icon={<CircleHelp {...icon} />}>
      <span className="visually-hidden">{t.unansweredCount(count)}</span>
      <span aria-hidden="true">{count}</span>
    </Pill>
  );
}

/** What visitors thought of the answers. */
export function ThumbsMark({ up, down }: Pick<Conversation, 'up' | 'down'>) {
  const t = useTexts(texts);
  const format = useFormat();
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {up > 0 && (
        <Pill tone="success" icon={<ThumbsUp {...icon} />}>
          <span className="visually-hidden">{t.upCount(format.number(up))}</span>
          <span aria-hidden="true">{format.number(up)}</span>
        </Pill>
      )}
      {down > 0 && (
        <Pill tone="danger" icon={<ThumbsDown {...icon} />}>
          <span className="visually-hidden">{t.downCount(format.number(down))}</span>
          <span aria-hidden="true">{format.number(down)}</span>
        </Pill>
      )}
    </span>
  );
}
