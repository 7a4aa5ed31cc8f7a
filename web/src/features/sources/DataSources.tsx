import type { Chatbot } from '@parlance/contract/chatbots';
import type { SourceStatus } from '@parlance/contract/sources';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Database, FilePlus, Files, FlaskConical, Globe, Link2, Rows3, Upload } from 'lucide-react';
import { type DragEvent, lazy, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { useTexts } from '../../lib/texts.ts';
import { useOnline } from '../../lib/use-online.ts';
import { words } from '../../lib/words.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Dot } from '../../ui/Pill.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { AfterPause, Skeleton } from '../../ui/Skeleton.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { showToast } from '../../ui/toasts.ts';
import { ChatbotPage } from '../chatbots/ChatbotPage.tsx';
import { type SourceSort, sourceSorts, sourcesQuery, useSourceChanges } from './queries.ts';
import { SourceTable } from './SourceTable.tsx';
import { StatusFilter } from './StatusFilter.tsx';
import { texts } from './texts.ts';
import { UploadTray } from './UploadTray.tsx';
import { addUploads, uploads } from './uploads.ts';

const AddUrls = lazy(() => import('./AddUrls.tsx').then((file) => ({ default: file.AddUrls })));
const TestChatbot = lazy(() => import('./TestChatbot.tsx').then((file) => ({ default: file.TestChatbot })));

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;
const accept = '.pdf,.txt,.docx,.xlsx,.csv';

export function DataSources() {
  return <ChatbotPage>{(chatbot) => <Sources key={chatbot.id} chatbot={chatbot} />}</ChatbotPage>;
}

function Sources({ chatbot }: { chatbot: Chatbot }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const format = useFormat();
  const isOnline = useOnline();
  const picker = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useSearchParams();
  const [dialog, setDialog] = useState<'urls' | 'test'>();
  const [dragging, setDragging] = useState(false);
  const sending = useStore(uploads).filter(({ chatbotId }) => chatbotId === chatbot.id);

  const kind = address.get('kind') === 'url' ? 'url' : 'file';
  const search = address.get('q') ?? '';
  const status = (address.get('status') ?? '') as SourceStatus | '';
  const wanted = address.get('sort') as SourceSort;
  const sort = sourceSorts.includes(wanted) ? wanted : '-createdAt';
  const put = (name: string, value: string) =>
    setAddress(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true },
    );

  const liveness = useSourceChanges(chatbot.id, (name) =>
    showToast({ tone: 'info', title: t.deletedElsewhere(name) }),
  );
  const list = useInfiniteQuery({
    ...sourcesQuery(chatbot.id, { kind, search: useDeferredValue(search), status, sort }, liveness),
    placeholderData: (before) => before,
  });
  const isConnected = isOnline && !list.isError && liveness !== 'down';
  const statistics = list.data?.pages[0]?.statistics;
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  // What a reading has cost shows in the rail as soon as it is stored.
  const client = useQueryClient();
  const charged = statistics?.storageTokens;
  useEffect(() => {
    if (charged !== undefined) void client.invalidateQueries({ queryKey: ['usage'] });
  }, [charged, client]);
  const isFiltered = search !== '' || status !== '';

  const takeFiles = (files: Iterable<File>) => {
    if (kind !== 'file') put('kind', '');
    const { refused } = addUploads(chatbot.id, files);
    if (refused > 0) showToast({ tone: 'danger', title: t.someRefused });
  };
  const drop = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setDragging(true);
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragging(false);
    },
    onDrop(event: DragEvent) {
      event.preventDefault();
      setDragging(false);
      takeFiles(event.dataTransfer.files);
    },
  };

  const uploadButton = (
    <Button look="primary" icon={<Upload {...icon} />} onClick={() => picker.current?.click()}>
      {t.upload}
    </Button>
  );
  const urlButton = (
    <Button icon={<Link2 {...icon} />} onClick={() => setDialog('urls')}>
      {t.addUrls}
    </Button>
  );
  const shown = (value: number | undefined) => (value === undefined ? '–' : format.number(value));

  return (
    <div {...drop} className="min-h-full">
      <Page>
        <PageHead
          title={t.title}
          description={
            <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
              {chatbot.name}
              <span className="flex items-center gap-2 text-sm text-text-3">
                <Dot tone={isConnected ? 'success' : 'neutral'} />
                {isConnected ? t.connected : t.disconnected}
              </span>
            </span>
          }
          actions={
            <>
              <Button look="quiet" icon={<FlaskConical {...icon} />} onClick={() => setDialog('test')}>
                {t.test}
              </Button>
              {urlButton}
              {uploadButton}
            </>
          }
        />
        <input
          ref={picker}
          type="file"
          multiple
          accept={accept}
          className="hidden"
          onChange={(event) => {
            takeFiles(event.target.files ?? []);
            event.target.value = '';
          }}
        />
        <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          <Tile
            icon={<Files {...icon} size={16} />}
            label={t.files}
            value={shown(statistics?.files)}
            current={kind === 'file'}
            onClick={() => put('kind', '')}
          />
          <Tile
            icon={<Globe {...icon} size={16} />}
            label={t.urls}
            value={shown(statistics?.urls)}
            current={kind === 'url'}
            onClick={() => put('kind', 'url')}
          />
          <Tile icon={<Rows3 {...icon} size={16} />} label={t.passages} value={shown(statistics?.passages)} />
          <Tile
            icon={<Database {...icon} size={16} />}
            label={t.storageTokens}
            value={shown(statistics?.storageTokens)}
          />
        </div>
        <UploadTray list={sending} />
        <Tabs
          label={t.kinds}
          value={kind}
          onChange={(next) => put('kind', next === 'url' ? 'url' : '')}
          tabs={[
            { value: 'file', label: t.files, count: statistics?.files },
            { value: 'url', label: t.urls, count: statistics?.urls },
          ]}
          aside={
            <div className="flex w-full gap-2.5 sm:w-auto">
              <SearchInput
                label={t.search}
                clearLabel={t.clearSearch}
                value={search}
                onChange={(value) => put('q', value)}
                className="min-w-0 flex-1 sm:w-60"
              />
              <StatusFilter value={status} onChange={(value) => put('status', value)} />
            </div>
          }
        >
          <TabPanel value={kind}>
            <div className="flex flex-col gap-5">
              {list.isError && rows.length === 0 && (
                <LoadFailure title={t.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
              )}
              {list.isPending && (
                <AfterPause>
                  <Skeleton className="h-64 w-full rounded-3" />
                </AfterPause>
              )}
              {list.isSuccess && rows.length === 0 && isFiltered && (
                <p role="status" className="py-8 text-center text-text-2">
                  {t.noMatch}
                </p>
              )}
              {list.isSuccess && rows.length === 0 && !isFiltered && (
                <EmptyState
                  title={kind === 'file' ? t.emptyFiles : t.emptyUrls}
                  action={kind === 'file' ? uploadButton : urlButton}
                >
                  {kind === 'file' && t.dropHelp}
                </EmptyState>
              )}
              {rows.length > 0 && (
                <SourceTable sources={rows} sort={sort} onSort={(next) => put('sort', next)} />
              )}
              {list.hasNextPage && (
                <Button
                  className="self-center"
                  busy={list.isFetchingNextPage}
                  onClick={() => void list.fetchNextPage()}
                >
                  {w.loadMore}
                </Button>
              )}
              {rows.length > 0 && kind === 'file' && (
                <div
                  className={cx(
                    'speech flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border border-dashed px-5 py-6 text-center motion-fast sm:text-start',
                    dragging ? 'border-accent-strong bg-accent-soft' : 'border-line-control',
                  )}
                >
                  <FilePlus {...icon} size={24} className="text-accent-text" />
                  <p className="text-md">
                    <strong className="block font-strong">{dragging ? t.dropHere : t.dropTitle}</strong>
                    <span className="text-sm text-text-2">{t.dropHelp}</span>
                  </p>
                </div>
              )}
            </div>
          </TabPanel>
        </Tabs>
      </Page>
      <Suspense>
        {dialog === 'urls' && <AddUrls chatbotId={chatbot.id} onClose={() => setDialog(undefined)} />}
        {dialog === 'test' && <TestChatbot chatbot={chatbot} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </div>
  );
}
