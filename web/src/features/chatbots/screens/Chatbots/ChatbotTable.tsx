import type { Chatbot, ChatbotSort } from '@parlance/contract/endpoints/chatbots';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { useTexts } from '../../../../lib/language/texts.ts';
import { Button, ButtonLink } from '../../../../ui/buttons/Button.tsx';
import { PlanButton } from '../../../../ui/buttons/PlanLink.tsx';
import { type Column, Table } from '../../../../ui/display/Table.tsx';
import { When } from '../../../../ui/loading/When.tsx';
import { useNoticeRead } from '../../creation.ts';
import { ChatbotMark } from '../../parts/ChatbotMark.tsx';
import { ChatbotStatus } from '../../parts/ChatbotStatus.tsx';
import { PlatformGlyph } from '../../parts/PlatformGlyph.tsx';
import { platformNames } from '../../platforms.ts';
import { texts } from '../../texts.ts';
import { type Open, RowMenu } from './RowMenu.tsx';

/** The notice under a row: why the chatbot is in error, or what was left out when it was made. */
function RowNotice({ chatbot }: { chatbot: Chatbot }) {
  const t = useTexts(texts);
  const noticeRead = useNoticeRead();
  const isError = chatbot.status === 'error';
  const Icon = isError ? CircleAlert : TriangleAlert;
  return (
    <div
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 text-sm md:ps-12 ${isError ? 'text-danger-text' : 'text-warning-text'}`}
    >
      <p className="flex min-w-0 flex-1 basis-60 gap-2">
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {isError ? (chatbot.error ?? t.errorUnknown) : chatbot.creationNotice}
        </span>
      </p>
      {!isError && (
        <Button size="sm" aria-label={t.noticeReadOf(chatbot.name)} onClick={() => noticeRead(chatbot.id)}>
          {t.noticeRead}
        </Button>
      )}
      {isError && chatbot.platform !== 'website' && (
        <ButtonLink
          size="sm"
          to={`/channels?channel=${chatbot.id}`}
          icon={<PlatformGlyph platform={chatbot.platform} size={16} />}
        >
          {t.seeChannel}
        </ButtonLink>
      )}
    </div>
  );
}

/** The notice under a row that the plan has no room for. */
function PlanNotice() {
  const t = useTexts(texts);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-warning-text md:ps-12">
      <p className="flex min-w-0 flex-1 basis-60 gap-2">
        <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
        {t.pausedByPlan}
      </p>
      <PlanButton size="sm" limit="chatbots" />
    </div>
  );
}

const noticeOf = (chatbot: Chatbot) =>
  chatbot.pausedByPlan ? (
    <PlanNotice />
  ) : chatbot.status === 'error' || (chatbot.creation === 'warning' && chatbot.creationNotice) ? (
    <RowNotice chatbot={chatbot} />
  ) : null;

function useColumns(onOpen: (open: Open) => void): Column<Chatbot>[] {
  const t = useTexts(texts);
  const names = useTexts(platformNames);
  return [
    {
      key: 'name',
      header: t.name,
      sort: 'name',
      names: true,
      cell: (chatbot) => (
        <span className="flex min-w-0 items-center gap-3">
          <ChatbotMark {...chatbot} />
          {/* On wide screens the states stand one below the other, whatever the names are. */}
          <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1 md:flex-nowrap">
            <Link
              to={`/chatbots/${chatbot.id}/personnaliser`}
              dir="auto"
              title={chatbot.name}
              className="line-clamp-2 min-w-0 font-medium text-text [overflow-wrap:anywhere] hover:underline"
            >
              {chatbot.name}
            </Link>
            <ChatbotStatus {...chatbot} />
          </span>
        </span>
      ),
    },
    {
      key: 'platform',
      header: t.platform,
      sort: 'platform',
      cell: ({ platform }) => (
        <span className="inline-flex items-center gap-2 whitespace-nowrap">
          <PlatformGlyph platform={platform} size={16} />
          {names[platform]}
        </span>
      ),
    },
    {
      key: 'created',
      header: t.created,
      sort: 'createdAt',
      cell: (chatbot) => <When at={chatbot.createdAt} />,
    },
    {
      key: 'lastSync',
      header: t.lastSync,
      sort: 'lastSyncAt',
      cell: (chatbot) =>
        chatbot.lastSyncAt ? (
          <When at={chatbot.lastSyncAt} />
        ) : (
          <span className="text-text-3">{t.never}</span>
        ),
    },
    {
      key: 'actions',
      header: t.actions,
      actions: true,
      cell: (chatbot) => <RowMenu chatbot={chatbot} onOpen={onOpen} />,
    },
  ];
}

/** The chatbots of the account, a row each. */
export function ChatbotTable({
  rows,
  sort,
  onSort,
  onOpen,
}: {
  rows: readonly Chatbot[];
  sort: ChatbotSort;
  onSort: (sort: string) => void;
  onOpen: (open: Open) => void;
}) {
  const t = useTexts(texts);
  const columns = useColumns(onOpen);
  return (
    <Table
      caption={t.caption}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={onSort}
      detail={noticeOf}
    />
  );
}
