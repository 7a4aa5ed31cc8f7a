import { type Chatbot, type ChatbotSort, chatbotSorts } from '@parlance/contract/endpoints/chatbots';
import {
  CircleAlert,
  Copy,
  Ellipsis,
  ExternalLink,
  Library,
  MessagesSquare,
  Palette,
  Pause,
  Pencil,
  Play,
  Plus,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { useDeferredValue, useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { runWhenIdle } from '../../../../lib/browser/when-idle.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { useInfiniteQuery, useQuery } from '../../../../lib/queries/query.ts';
import type { Liveness } from '../../../../lib/queries/realtime.ts';
import { usageQuery } from '../../../../lib/queries/usage.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../../ui/buttons/IconButton.tsx';
import { type Column, Table } from '../../../../ui/display/Table.tsx';
import { SearchInput } from '../../../../ui/fields/SearchInput.tsx';
import { Alert } from '../../../../ui/layout/Alert.tsx';
import { Page } from '../../../../ui/layout/Page.tsx';
import { PageHead } from '../../../../ui/layout/PageHead.tsx';
import { LoadFailure } from '../../../../ui/loading/LoadFailure.tsx';
import { LoadMore } from '../../../../ui/loading/LoadMore.tsx';
import { onDemand } from '../../../../ui/loading/OnDemand.tsx';
import { TableSkeleton } from '../../../../ui/loading/Skeleton.tsx';
import { When } from '../../../../ui/loading/When.tsx';
import { FilterMenu } from '../../../../ui/menus/FilterMenu.tsx';
import { Menu, MenuItem, MenuLine } from '../../../../ui/menus/Menu.tsx';
import { SortMenu } from '../../../../ui/menus/SortMenu.tsx';
import { outcomeHandlers } from '../../../../ui/toasts/outcome.ts';
import { useNoticeRead } from '../../creation.ts';
import { ChatbotMark } from '../../parts/ChatbotMark.tsx';
import { ChatbotStatus } from '../../parts/ChatbotStatus.tsx';
import { type Platform, platformNames, platforms } from '../../platforms.ts';
import { chatbotsQuery, platformsQuery, useChatbotChanges, useSetStatus } from '../../queries.ts';
import { texts } from '../../texts.ts';

// Overlays come with their first use, and what only a new account sees with its first look.
const dialogs = () => import('./ChatbotDialogs.tsx');
const CreateChatbot = onDemand(() => dialogs().then((file) => file.CreateChatbot));
const RenameChatbot = onDemand(() => dialogs().then((file) => file.RenameChatbot));
const DuplicateChatbot = onDemand(() => dialogs().then((file) => file.DuplicateChatbot));
const DeleteChatbot = onDemand(() => dialogs().then((file) => file.DeleteChatbot));
const FirstChatbot = onDemand(() => import('./FirstChatbot.tsx').then((file) => file.FirstChatbot));

/** What the server looks for at most. */
const maxSearchLength = 100;

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

type Open = { what: 'create' } | { what: 'rename' | 'duplicate' | 'delete'; chatbot: Chatbot };

function RowMenu({ chatbot, onOpen }: { chatbot: Chatbot; onOpen: (open: Open) => void }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const setStatus = useSetStatus();
  const isPaused = chatbot.status === 'paused';
  const toggle = () =>
    setStatus.mutate(
      { chatbot, status: isPaused ? 'active' : 'paused' },
      outcomeHandlers(isPaused ? t.resumeFailed(chatbot.name) : t.pauseFailed(chatbot.name)),
    );
  return (
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
        icon={<Palette {...icon} />}
        onSelect={() => navigate(`/chatbots/${chatbot.id}/personnaliser`)}
      >
        {t.customise}
      </MenuItem>
      <MenuItem
        icon={<MessagesSquare {...icon} />}
        onSelect={() => navigate(`/summary?chatbot=${chatbot.id}`)}
      >
        {t.conversations}
      </MenuItem>
      <MenuItem
        icon={<ExternalLink {...icon} />}
        onSelect={() => window.open(`/embed/${chatbot.publicId}`, '_blank', 'noopener')}
      >
        {t.testPage}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<Pencil {...icon} />} onSelect={() => onOpen({ what: 'rename', chatbot })}>
        {t.edit}
      </MenuItem>
      <MenuItem icon={<Copy {...icon} />} onSelect={() => onOpen({ what: 'duplicate', chatbot })}>
        {t.duplicate}
      </MenuItem>
      <MenuItem icon={isPaused ? <Play {...icon} /> : <Pause {...icon} />} onSelect={toggle}>
        {isPaused ? t.resume : t.pause}
      </MenuItem>
      <MenuLine />
      <MenuItem danger icon={<Trash2 {...icon} />} onSelect={() => onOpen({ what: 'delete', chatbot })}>
        {t.delete}
      </MenuItem>
    </Menu>
  );
}

/** Under a row: why it is in error, or what was left out when it was made. */
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
    </div>
  );
}

const noticeOf = (chatbot: Chatbot) =>
  chatbot.status === 'error' || (chatbot.creation === 'warning' && chatbot.creationNotice) ? (
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
    { key: 'platform', header: t.platform, sort: 'platform', cell: ({ platform }) => names[platform] },
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

function ChatbotSortMenu({
  value,
  onChange,
}: {
  value: ChatbotSort;
  onChange: (value: ChatbotSort) => void;
}) {
  const t = useTexts(texts);
  const sorts: Partial<Record<ChatbotSort, string>> = {
    '-createdAt': t.newestFirst,
    createdAt: t.oldestFirst,
    '-lastSyncAt': t.lastSyncedFirst,
    lastSyncAt: t.longUnsyncedFirst,
    name: t.byName,
    '-name': t.byNameDown,
    platform: t.byPlatform,
    '-platform': t.byPlatformDown,
  };
  return <SortMenu label={t.sort} value={value} sorts={sorts} onChange={onChange} />;
}

/** Search, sort and platform stand in the address. */
function useListAddress() {
  const [address, setAddress] = useSearchParams();
  const wanted = address.get('sort') as ChatbotSort;
  return {
    search: (address.get('q') ?? '').slice(0, maxSearchLength),
    sort: chatbotSorts.includes(wanted) ? wanted : ('-createdAt' as const),
    platform: platforms.find((platform) => platform === address.get('platform')),
    asksToCreate: address.has('create'),
    put: (change: Record<string, string>) =>
      setAddress(
        (before) => {
          for (const [name, value] of Object.entries(change)) {
            if (value) before.set(name, value);
            else before.delete(name);
          }
          return before;
        },
        { replace: true },
      ),
  };
}

/** All chatbots of the account, as they change. */
function useList(search: string, sort: ChatbotSort, platform: Platform | undefined, liveness: Liveness) {
  const list = useInfiniteQuery({
    ...chatbotsQuery(useDeferredValue(search), sort, { platform, liveness }),
    placeholderData: (before) => before,
  });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  // Where one page holds all there is, it says itself which platforms there are.
  const { data: asked } = useQuery({ ...platformsQuery, enabled: list.hasNextPage });
  const seen = asked ?? new Set(rows.map((chatbot) => chatbot.platform));
  return { list, rows, hasPlatforms: platform !== undefined || seen.size > 1 };
}

export function Chatbots() {
  const t = useTexts(texts);
  const names = useTexts(platformNames);
  const { search, sort, platform, asksToCreate, put } = useListAddress();
  const [open, setOpen] = useState<Open>();
  const liveness = useChatbotChanges();
  const { list, rows, hasPlatforms } = useList(search, sort, platform, liveness);
  const { data: usage } = useQuery(usageQuery);
  const limit = usage?.chatbots.limit;
  const full = limit != null && usage && usage.chatbots.used >= limit ? limit : undefined;
  const columns = useColumns(setOpen);
  const isFiltered = search !== '' || platform !== undefined;
  const isEmpty = list.isSuccess && rows.length === 0 && !isFiltered;

  useEffect(() => runWhenIdle(() => dialogs().catch(() => {})), []);
  useEffect(() => {
    if (!asksToCreate || list.isPending) return;
    // Where there is none yet, the form stands on the page.
    if (!isEmpty) setOpen({ what: 'create' });
  }, [asksToCreate, list.isPending, isEmpty]);
  const close = () => {
    setOpen(undefined);
    if (asksToCreate) put({ create: '' });
  };

  return (
    <Page>
      <PageHead
        title={t.title}
        description={t.description}
        actions={
          isEmpty ? undefined : (
            <Button look="primary" icon={<Plus {...icon} />} onClick={() => setOpen({ what: 'create' })}>
              {t.create}
            </Button>
          )
        }
      />
      {!isEmpty && (
        <div className="flex items-center gap-3">
          <SearchInput
            label={t.search}
            clearLabel={t.clearSearch}
            value={search}
            onChange={(value) => put({ q: value })}
            maxLength={maxSearchLength}
            className="min-w-0 flex-1 sm:max-w-80"
          />
          {hasPlatforms && (
            <FilterMenu
              label={t.platform}
              isIconOnPhones
              value={platform ?? ''}
              options={[
                { value: '', label: t.anyPlatform },
                ...platforms.map((value) => ({ value, label: names[value] })),
              ]}
              onChange={(value) => put({ platform: value })}
            />
          )}
          <div className="md:hidden">
            <ChatbotSortMenu value={sort} onChange={(value) => put({ sort: value })} />
          </div>
        </div>
      )}
      {list.isError && rows.length === 0 && (
        <LoadFailure title={t.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <TableSkeleton />}
      {isEmpty && full === undefined && <FirstChatbot focused={asksToCreate} />}
      {isEmpty && full !== undefined && <Alert tone="warning">{t.limitReached(full)}</Alert>}
      {list.isSuccess && rows.length === 0 && isFiltered && (
        <div className="flex flex-col items-center gap-3 py-8 text-text-2">
          <p role="status">{t.noMatch}</p>
          <Button onClick={() => put({ q: '', platform: '' })}>{t.clearFilters}</Button>
        </div>
      )}
      {rows.length > 0 && (
        <Table
          caption={t.caption}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          sort={sort}
          onSort={(next) => put({ sort: next })}
          detail={noticeOf}
        />
      )}
      <LoadMore list={list} />
      {open?.what === 'create' && <CreateChatbot limit={full} onClose={close} />}
      {open?.what === 'rename' && <RenameChatbot chatbot={open.chatbot} onClose={close} />}
      {open?.what === 'duplicate' && <DuplicateChatbot chatbot={open.chatbot} limit={full} onClose={close} />}
      {open?.what === 'delete' && <DeleteChatbot chatbot={open.chatbot} onClose={close} />}
    </Page>
  );
}
