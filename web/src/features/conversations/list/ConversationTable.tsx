import type { Conversation } from '@parlance/contract/endpoints/conversations';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { type Column, Table } from '../../../ui/display/Table.tsx';
import { When } from '../../../ui/loading/When.tsx';
import { useAddress } from '../address.ts';
import { channelNames } from '../channels.ts';
import { texts } from '../texts.ts';
import { ChannelGlyph } from './ChannelGlyph.tsx';
import { ThumbsMark, UnansweredMark } from './ConversationMarks.tsx';

/** Conversations over the whole width; cards on phones. */
export function ConversationTable({
  conversations,
  showsChatbot,
}: {
  conversations: readonly Conversation[];
  showsChatbot: boolean;
}) {
  const t = useTexts(texts);
  const names = useTexts(channelNames);
  const format = useFormat();
  const { to } = useAddress();
  const columns: Column<Conversation>[] = [
    {
      key: 'excerpt',
      header: t.question,
      names: true,
      cell: ({ id, excerpt, visitor }) => (
        <span className="flex min-w-0 flex-col">
          <Link
            to={to({ conversation: id })}
            preventScrollReset
            dir="auto"
            className="line-clamp-2 rounded-1 font-medium text-text [overflow-wrap:anywhere] hover:underline"
          >
            {excerpt}
          </Link>
          {(visitor?.name ?? visitor?.email) && (
            <span
              dir="auto"
              title={visitor?.name ?? visitor?.email ?? undefined}
              className="truncate text-sm text-text-3"
            >
              {visitor?.name ?? visitor?.email}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'chatbot',
      header: t.chatbot,
      className: 'md:@max-[46rem]:hidden',
      width: 'w-40',
      cell: ({ chatbotName }) => (
        <span className="line-clamp-2 text-text-2 [overflow-wrap:anywhere] max-md:text-end">
          {chatbotName}
        </span>
      ),
    },
    {
      key: 'channel',
      header: t.channel,
      width: 'w-28',
      className: 'md:@max-[52rem]:hidden',
      cell: ({ channel }) => (
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-text-2">
          <ChannelGlyph channel={channel} size={16} />
          {names[channel]}
        </span>
      ),
    },
    {
      key: 'language',
      header: t.language,
      width: 'w-28',
      className: 'md:@max-[60rem]:hidden',
      cell: ({ language }) => <span className="text-text-2">{language === 'fr' ? t.french : t.english}</span>,
    },
    {
      key: 'messages',
      header: t.messages,
      align: 'end',
      width: 'w-28',
      cell: ({ messageCount }) => format.number(messageCount),
    },
    {
      key: 'unanswered',
      header: t.unanswered,
      width: 'w-32',
      cell: ({ unanswered }) => (unanswered > 0 ? <UnansweredMark unanswered={unanswered} /> : undefined),
    },
    {
      key: 'feedback',
      header: t.feedback,
      width: 'w-32',
      cell: ({ up, down }) => (up + down > 0 ? <ThumbsMark up={up} down={down} /> : undefined),
    },
    {
      key: 'last',
      header: t.lastMessage,
      width: 'w-36',
      cell: ({ lastMessageAt }) => <When at={lastMessageAt} className="whitespace-nowrap text-text-2" />,
    },
  ];
  return (
    <div className="@container">
      <Table
        caption={t.caption}
        columns={columns.filter(({ key }) => key !== 'chatbot' || showsChatbot)}
        rows={conversations}
        rowKey={({ id }) => id}
      />
    </div>
  );
}
