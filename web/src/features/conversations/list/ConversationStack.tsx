import type { Conversation } from '@parlance/contract/endpoints/conversations';
import { Link } from 'react-router';
import { useTexts } from '../../../lib/language/texts.ts';
import { cx } from '../../../ui/cx.ts';
import { When } from '../../../ui/loading/When.tsx';
import { useAddress } from '../address.ts';
import { channelNames } from '../channels.ts';
import { texts } from '../texts.ts';
import { ChannelGlyph } from './ChannelGlyph.tsx';
import { ThumbsMark, UnansweredMark } from './ConversationMarks.tsx';

/** The listed conversations in a narrow column, beside the one that is open. */
export function ConversationStack({
  conversations,
  showsChatbot,
  openId,
}: {
  conversations: readonly Conversation[];
  showsChatbot: boolean;
  openId: string;
}) {
  const t = useTexts(texts);
  const names = useTexts(channelNames);
  const { to } = useAddress();
  return (
    <ul aria-label={t.caption} className="flex flex-col gap-2">
      {conversations.map(({ id, excerpt, channel, chatbotName, lastMessageAt, unanswered, up, down }) => (
        <li
          key={id}
          data-row={id}
          className={cx(
            'relative flex flex-col gap-1.5 rounded-3 border bg-surface p-3 hover:bg-hover',
            id === openId ? 'border-accent-strong ring-1 ring-accent-strong' : 'border-line',
          )}
        >
          <Link
            to={to({ conversation: id })}
            preventScrollReset
            aria-current={id === openId || undefined}
            dir="auto"
            className="line-clamp-2 rounded-1 text-md font-medium text-text [overflow-wrap:anywhere] after:absolute after:inset-0 after:rounded-3"
          >
            {excerpt}
          </Link>
          <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-text-3">
            <span className="flex min-w-0 items-center gap-1.5">
              <ChannelGlyph channel={channel} size={14} />
              <span className="min-w-0 truncate">
                <span className="visually-hidden">{names[channel]} · </span>
                {showsChatbot && `${chatbotName} · `}
                <When at={lastMessageAt} />
              </span>
            </span>
            <span className="flex gap-1.5">
              {unanswered > 0 && <UnansweredMark unanswered={unanswered} />}
              <ThumbsMark up={up} down={down} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
