import type { Chatbot } from '@parlance/contract/chatbots';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Code, Ellipsis, Library, Pause, Pencil, Play, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useFormat } from '../../lib/format.ts';
import { sentenceOf } from '../../lib/refusal.ts';
import { useTexts } from '../../lib/texts.ts';
import { usageQuery } from '../../lib/usage.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { AfterPause, Skeleton } from '../../ui/Skeleton.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { showToast } from '../../ui/toasts.ts';
import { ChatbotMark } from './ChatbotMark.tsx';
import { ChatbotStatus } from './ChatbotStatus.tsx';
import { type ChatbotSort, chatbotSorts, chatbotsQuery, useUpdateChatbot } from './queries.ts';
import { texts } from './texts.ts';

// Overlays come with their first use.
const dialogs = () => import('./ChatbotDialogs.tsx');
const CreateChatbot = lazy(() => dialogs().then((file) => ({ default: file.CreateChatbot })));
const RenameChatbot = lazy(() => dialogs().then((file) => ({ default: file.RenameChatbot })));
const DeleteChatbot = lazy(() => dialogs().then((file) => ({ default: file.DeleteChatbot })));

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

type Open = { what: 'create' } | { what: 'rename' | 'delete'; chatbot: Chatbot };

export function Chatbots() {
  const t = useTexts(texts);
  const format = useFormat();
  const navigate = useNavigate();
  const [address, setAddress] = useSearchParams();
  const [open, setOpen] = useState<Open>();
  const search = address.get('q') ?? '';
  const wanted = address.get('sort') as ChatbotSort;
  const sort = chatbotSorts.includes(wanted) ? wanted : '-createdAt';
  const list = useInfiniteQuery({
    ...chatbotsQuery(useDeferredValue(search), sort),
    placeholderData: (before) => before,
  });
  const { data: usage } = useQuery(usageQuery);
  const update = useUpdateChatbot();
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const limit = usage?.chatbots.limit;
  const isFull = limit != null && usage !== undefined && usage.chatbots.used >= limit;

  const put = (name: string, value: string) =>
    setAddress(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true },
    );

  const asksToCreate = address.has('create');
  useEffect(() => {
    if (!asksToCreate) return;
    setOpen({ what: 'create' });
    setAddress({}, { replace: true });
  }, [asksToCreate, setAddress]);

  const toggle = (chatbot: Chatbot) =>
    update.mutate(
      { chatbotId: chatbot.id, status: chatbot.status === 'paused' ? 'active' : 'paused' },
      {
        onError: (error) =>
          showToast({ tone: 'danger', title: t.updateFailed, description: sentenceOf(error) }),
      },
    );

  const columns: Column<Chatbot>[] = [
    {
      key: 'name',
      header: t.name,
      sort: 'name',
      names: true,
      cell: (chatbot) => (
        <span className="flex min-w-0 items-center gap-3">
          <ChatbotMark name={chatbot.name} />
          <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              to={`/chatbots/${chatbot.id}/personnaliser`}
              className="truncate font-medium text-text hover:underline"
            >
              {chatbot.name}
            </Link>
            <ChatbotStatus status={chatbot.status} />
          </span>
        </span>
      ),
    },
    { key: 'platform', header: t.platform, cell: (chatbot) => t[chatbot.platform] },
    {
      key: 'created',
      header: t.created,
      sort: 'createdAt',
      cell: (chatbot) => (
        <time dateTime={chatbot.createdAt} title={format.moment(chatbot.createdAt)}>
          {format.ago(chatbot.createdAt)}
        </time>
      ),
    },
    {
      key: 'lastSync',
      header: t.lastSync,
      cell: (chatbot) =>
        chatbot.lastSyncAt ? (
          <time dateTime={chatbot.lastSyncAt} title={format.moment(chatbot.lastSyncAt)}>
            {format.ago(chatbot.lastSyncAt)}
          </time>
        ) : (
          <span className="text-text-3">{t.never}</span>
        ),
    },
    {
      key: 'actions',
      header: t.actions,
      actions: true,
      cell: (chatbot) => (
        <Menu
          label={t.actionsOf(chatbot.name)}
          trigger={
            <IconButton label={t.actionsOf(chatbot.name)} size="sm">
              <Ellipsis {...icon} />
            </IconButton>
          }
        >
          <MenuItem
            icon={<Library {...icon} />}
            onSelect={() => navigate(`/chatbots/${chatbot.id}/data-sources`)}
          >
            {t.openSources}
          </MenuItem>
          <MenuItem
            icon={<Code {...icon} />}
            onSelect={() => navigate(`/chatbots/${chatbot.id}/personnaliser`)}
          >
            {t.integrate}
          </MenuItem>
          <MenuItem icon={<Pencil {...icon} />} onSelect={() => setOpen({ what: 'rename', chatbot })}>
            {t.rename}
          </MenuItem>
          <MenuItem
            icon={chatbot.status === 'paused' ? <Play {...icon} /> : <Pause {...icon} />}
            onSelect={() => toggle(chatbot)}
          >
            {chatbot.status === 'paused' ? t.resume : t.pause}
          </MenuItem>
          <MenuLine />
          <MenuItem danger icon={<Trash2 {...icon} />} onSelect={() => setOpen({ what: 'delete', chatbot })}>
            {t.delete}
          </MenuItem>
        </Menu>
      ),
    },
  ];

  const createButton = (
    <Button
      look="primary"
      icon={<Plus {...icon} />}
      aria-disabled={isFull || undefined}
      aria-describedby={isFull ? 'chatbot-limit' : undefined}
      onClick={() => !isFull && setOpen({ what: 'create' })}
    >
      {t.create}
    </Button>
  );
  const isEmpty = list.isSuccess && rows.length === 0 && search === '';

  return (
    <Page>
      <PageHead title={t.title} description={t.description} actions={isEmpty ? undefined : createButton} />
      {isFull && (
        <div id="chatbot-limit">
          <Alert tone="warning">{t.limitReached(limit)}</Alert>
        </div>
      )}
      {!isEmpty && (
        <SearchInput
          label={t.search}
          clearLabel={t.clearSearch}
          value={search}
          onChange={(value) => put('q', value)}
          className="w-full sm:max-w-80"
        />
      )}
      {list.isError && rows.length === 0 && (
        <LoadFailure title={t.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && (
        <AfterPause>
          <Skeleton className="h-64 w-full rounded-3" />
        </AfterPause>
      )}
      {isEmpty && <EmptyState title={t.emptyTitle} action={createButton} />}
      {list.isSuccess && rows.length === 0 && search !== '' && (
        <p className="py-8 text-center text-text-2" role="status">
          {t.noMatch}
        </p>
      )}
      {rows.length > 0 && (
        <Table
          caption={t.caption}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          sort={sort}
          onSort={(next) => put('sort', next)}
        />
      )}
      <LoadMore list={list} />
      <Suspense>
        {open?.what === 'create' && <CreateChatbot onClose={() => setOpen(undefined)} />}
        {open?.what === 'rename' && (
          <RenameChatbot chatbot={open.chatbot} onClose={() => setOpen(undefined)} />
        )}
        {open?.what === 'delete' && (
          <DeleteChatbot chatbot={open.chatbot} onClose={() => setOpen(undefined)} />
        )}
      </Suspense>
    </Page>
  );
}
