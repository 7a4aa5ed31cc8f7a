import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import {
  type ChosenSources,
  type Source,
  type SourceStatus,
  sourceStatus,
} from '@parlance/contract/endpoints/sources';
import { useQueryClient } from '@tanstack/react-query';
import { Database, FilePlus, Files, FlaskConical, Globe, Link2, PenLine, Rows3, Upload } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { fetchCode } from '../../../../lib/browser/code.ts';
import { useOnline } from '../../../../lib/browser/use-online.ts';
import { useFormat } from '../../../../lib/language/format.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { words } from '../../../../lib/language/words.ts';
import { useInfiniteQuery } from '../../../../lib/queries/query.ts';
import { useStore } from '../../../../lib/storage/store.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { Dot } from '../../../../ui/display/Pill.tsx';
import { Tile } from '../../../../ui/display/Tile.tsx';
import { SearchInput } from '../../../../ui/fields/SearchInput.tsx';
import { EmptyState } from '../../../../ui/layout/EmptyState.tsx';
import { Page } from '../../../../ui/layout/Page.tsx';
import { PageHead } from '../../../../ui/layout/PageHead.tsx';
import { TabPanel, Tabs } from '../../../../ui/layout/Tabs.tsx';
import { LoadFailure } from '../../../../ui/loading/LoadFailure.tsx';
import { LoadMore } from '../../../../ui/loading/LoadMore.tsx';
import { onDemand } from '../../../../ui/loading/OnDemand.tsx';
import { TableSkeleton } from '../../../../ui/loading/Skeleton.tsx';
import { isDeleted } from '../../../../ui/toasts/deletions.ts';
import { outcomeHandlers } from '../../../../ui/toasts/outcome.ts';
import { reportOutcome, showToast } from '../../../../ui/toasts/toasts.ts';
import { useSourcesView } from '../../address.ts';
import { citedSourceOf } from '../../cited.ts';
import { deleteSoon, deletions } from '../../deletions.ts';
import {
  expectDeletions,
  isSourceSort,
  recordOwnDeletions,
  sourceDeletions,
  sourcesQuery,
  stopExpecting,
  toFilterQuery,
  useRefreshSources,
  useSourceChanges,
  useSyncSources,
} from '../../queries.ts';
import { focusRow } from '../../source/focus.ts';
import { texts } from '../../texts.ts';
import { uploads } from '../../uploads/list.ts';
import { usePageDrop } from '../../uploads/page-drop.ts';
import { useReadyNews } from './ready-news.ts';
import { SourceSortMenu } from './SourceSortMenu.tsx';
import { SourceTable } from './SourceTable.tsx';
import { StatusFilter } from './StatusFilter.tsx';
import {
  chosenForCall,
  chosenOf,
  emptySelection,
  isAllTicked,
  type Selection,
  toggleRow,
  toggleRows,
} from './selection.ts';

const Crawls = onDemand(() => import('../../crawls/Crawls.tsx').then((file) => file.Crawls));
const ChangeAnswer = onDemand(() =>
  import('../../../answers/writing/ChangeAnswer.tsx').then((file) => file.ChangeAnswer),
);
const UploadTray = onDemand(() => import('../../uploads/UploadTray.tsx').then((file) => file.UploadTray));
const AddUrls = onDemand(() => import('../../add-urls/AddUrls.tsx').then((file) => file.AddUrls));
const DropOverlay = onDemand(() => import('../../uploads/DropOverlay.tsx').then((file) => file.DropOverlay));
const SelectionBar = onDemand(() => import('./SelectionBar.tsx').then((file) => file.SelectionBar));
const UploadDialog = onDemand(() =>
  import('../../uploads/UploadDialog.tsx').then((file) => file.UploadDialog),
);

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;
/** Two of three actions share a line. */
const besideOnPhones = 'max-sm:[&_svg]:hidden';
const accept = '.pdf,.txt,.docx,.xlsx,.csv';

const statusIn = (text: string | null): SourceStatus | '' =>
  sourceStatus.options.find((status) => status === text) ?? '';

const kindIn = (text: string | null): Source['kind'] => (text === 'url' || text === 'answer' ? text : 'file');

/** The list of a chatbot's sources. */
export function Sources({ chatbot }: { chatbot: Chatbot }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const format = useFormat();
  const isOnline = useOnline();
  const picker = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useSearchParams();
  const [dialog, setDialog] = useState<'urls' | 'upload' | 'answer'>();
  const { to, test } = useSourcesView();
  const navigate = useNavigate();
  const lastCited = useStore(citedSourceOf(chatbot.id));
  const cited = test ? lastCited : undefined;
  const [taken, setTaken] = useState(0);
  const [crawls, setCrawls] = useState<number | 'unknown'>();
  const sending = useStore(uploads).filter(({ chatbotId }) => chatbotId === chatbot.id);
  const gone = useStore(deletions);

  const kind = kindIn(address.get('kind'));
  const search = address.get('q') ?? '';
  const filter = {
    kind,
    search: useDeferredValue(search),
    status: statusIn(address.get('status')),
    crawlId: kind === 'url' ? (address.get('crawl') ?? '') : '',
  } as const;
  const wanted = address.get('sort');
  const sort = isSourceSort(wanted) ? wanted : '-createdAt';
  const put = (name: string, value: string) =>
    setAddress(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );

  const searchField = useRef<HTMLInputElement>(null);
  const clearFilters = () => {
    searchField.current?.focus();
    setAddress(
      (before) => {
        for (const name of ['q', 'status', 'crawl']) before.delete(name);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  };

  // A choice is of what is shown: another filter, another choice.
  const filterKey = JSON.stringify(toFilterQuery(filter));
  const [chosen, setChosen] = useState<{ of: string; selection: Selection }>({
    of: '',
    selection: emptySelection,
  });
  const selection = chosen.of === filterKey ? chosen.selection : emptySelection;
  const choose = (next: Selection) => setChosen({ of: filterKey, selection: next });

  const liveness = useSourceChanges(chatbot.id, (names) =>
    showToast({
      tone: 'info',
      title:
        names.length === 1
          ? t.deletedElsewhere(names[0] ?? '')
          : t.deletedManyElsewhere(format.number(names.length)),
    }),
  );
  const list = useInfiniteQuery({
    ...sourcesQuery(chatbot.id, filter, sort, liveness),
    placeholderData: (before) => before,
  });
  const isConnected = isOnline && !list.isError && liveness !== 'down';
  const { statistics, total: matching = 0 } = list.data?.pages[0] ?? {};
  // Until those of another kind are there, the figures of before stand, but not its sources.
  const listedKind = useRef(kind);
  useEffect(() => {
    if (list.isSuccess && !list.isPlaceholderData) listedKind.current = kind;
  }, [list.isSuccess, list.isPlaceholderData, kind]);
  const isOfOther = list.isPlaceholderData && listedKind.current !== kind;
  const pages = isOfOther ? undefined : list.data?.pages;
  const loaded = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const isAllGone = gone.some(({ all }) => all === chatbot.id + filterKey);
  const rows = isAllGone ? [] : loaded.filter((source) => !isDeleted(gone, { source }));
  const hidden = isAllGone ? matching : loaded.length - rows.length;
  const total = Math.max(rows.length, matching - hidden);
  // Crawls stand above the pages: those wait until it is known how many there are.
  const isPlaced = !isOfOther && (kind !== 'url' || crawls !== undefined);
  const isEmpty = isPlaced && list.isSuccess && rows.length === 0 && (isAllGone || !list.hasNextPage);
  const countOf = (of: typeof kind) => {
    const known =
      statistics && { file: statistics.files, url: statistics.urls, answer: statistics.answers }[of];
    return known === undefined ? undefined : Math.max(0, known - (of === kind ? hidden : 0));
  };
  // What a reading has cost shows in the rail as soon as it is stored.
  const client = useQueryClient();
  const charged = statistics?.storageTokens;
  useEffect(() => {
    if (charged !== undefined) void client.invalidateQueries({ queryKey: ['usage'] });
  }, [charged, client]);
  const toldOf = kind === 'file' ? loaded : undefined;
  useReadyNews(toldOf, (ready) =>
    showToast({
      tone: 'success',
      title: t.firstReady(ready),
      action: { label: t.test, run: () => put('test', '1') },
    }),
  );
  const isFiltered = search !== '' || filter.status !== '' || filter.crawlId !== '';
  const waiting = statistics ? statistics.byStatus.pending + statistics.byStatus.processing : 0;

  const refresh = useRefreshSources();
  const sync = useSyncSources(chatbot.id);
  const selected = chosenOf(selection, rows);
  const count = selection === 'all' ? total : selected.length;

  const chosenNow = () =>
    chosenForCall(selection, rows, { filter: toFilterQuery(filter), isWhole: list.hasNextPage === false });
  const saidOf = (title: string) => ({ title, undo: w.undo, failed: t.deleteManyFailed });
  const deleteOnes = (ids: readonly string[], chosen: ChosenSources[]) => {
    const begun = Date.now();
    const those = new Set(ids);
    const at = rows.findIndex(({ id }) => those.has(id));
    focusRow(rows.slice(at).find(({ id }) => !those.has(id))?.id);
    deleteSoon({
      hides: (what) => 'source' in what && those.has(what.source.id),
      calls: () => sourceDeletions(chatbot.id, chosen, begun),
      begins: () => recordOwnDeletions(ids),
      afterwards: refresh,
      undone: () => focusRow(ids[0]),
      said: saidOf(ids.length === 1 ? t.deleted : t.deletedMany(format.number(ids.length))),
    });
  };
  const deleteSelected = () => {
    const chosen = chosenNow();
    choose(emptySelection);
    if (selection !== 'all')
      return deleteOnes(
        selected.map(({ id }) => id),
        chosen,
      );
    focusRow(undefined);
    const begun = Date.now();
    const shown = new Set(rows.map(({ id }) => id));
    const { search: wantedText, status, crawlId } = filter;
    const text = wantedText.toLowerCase();
    deleteSoon({
      // What is loaded meanwhile is among those, too, unless it has come since.
      hides: (what) =>
        'source' in what &&
        (shown.has(what.source.id) ||
          (what.source.kind === kind &&
            Date.parse(what.source.createdAt) < begun &&
            (status === '' || what.source.status === status) &&
            (crawlId === '' || what.source.crawlId === crawlId) &&
            `${what.source.name}\n${what.source.url ?? ''}`.toLowerCase().includes(text))),
      all: chatbot.id + filterKey,
      calls: () => sourceDeletions(chatbot.id, chosen, begun),
      begins: () => expectDeletions(count),
      afterwards: () => refresh().then(stopExpecting),
      undone: () => focusRow(rows[0]?.id),
      said: saidOf(t.deletedMany(format.number(count))),
    });
  };
  const syncSelected = () =>
    sync.mutate(chosenNow(), {
      onSuccess: (begun) => {
        reportOutcome(t.syncFailed).succeeded();
        choose(emptySelection);
        showToast({ tone: 'success', title: t.syncedMany(format.number(begun), begun) });
      },
      onError: outcomeHandlers(t.syncFailed).onError,
    });

  const takeFiles = async (files: Iterable<File>) => {
    // A list of the browser's is emptied once the event is over.
    const chosenFiles = [...files];
    if (kind !== 'file') put('kind', '');
    const code = await fetchCode(() => import('../../uploads/sending.ts')).catch(() => undefined);
    if (!code) return reportOutcome(w.notFetched).failed(w.networkError);
    reportOutcome(w.notFetched).succeeded();
    const { refused, beyondQuota } = code.addUploads(chatbot.id, chosenFiles);
    setTaken((before) => before + 1);
    if (refused > 0) reportOutcome(t.someRefused).failed();
    else reportOutcome(t.someRefused).succeeded();
    if (beyondQuota > 0) reportOutcome(t.quotaReached).failed(t.quotaAdvice);
    else reportOutcome(t.quotaReached).succeeded();
  };
  const dragging = usePageDrop((files) => void takeFiles(files));

  const uploadButton = (
    <Button look="primary" icon={<Upload {...icon} />} onClick={() => setDialog('upload')}>
      {t.upload}
    </Button>
  );
  const urlButton = (
    <Button icon={<Link2 {...icon} />} className={besideOnPhones} onClick={() => setDialog('urls')}>
      {t.addUrls}
    </Button>
  );
  const answerButton = (
    <Button icon={<PenLine {...icon} />} onClick={() => setDialog('answer')}>
      {t.writeAnswer}
    </Button>
  );
  const timeLeft = (seconds: number) => {
    const minutes = Math.round(seconds / 60);
    if (minutes >= 90) return t.hoursLeft(format.number(Math.round(minutes / 60)));
    return t.minutesLeft(format.number(minutes), minutes);
  };
  const standing = ({ byStatus, secondsLeft }: NonNullable<typeof statistics>) => {
    if (waiting > 0)
      return `${t.queue(format.number(waiting), waiting)}, ${secondsLeft === null ? t.takesMinutes : timeLeft(secondsLeft)}`;
    const read = byStatus.processed + byStatus.ready;
    const ended = [
      read > 0 ? t.read(format.number(read), read) : '',
      byStatus.error > 0 ? t.inError(format.number(byStatus.error)) : '',
    ];
    return ended.filter(Boolean).join(', ') || t.noneYet;
  };
  const figure = (value: number | undefined) => (value === undefined ? '–' : format.number(value));

  const shownCount = (of: typeof kind) => (statistics ? figure(countOf(of)) : '');

  return (
    <div className="min-h-full">
      <Page>
        <PageHead
          title={t.title}
          description={
            <span className="flex flex-col gap-1">
              <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
                {chatbot.name}
                <span className="flex items-center gap-2 text-sm text-text-3">
                  <Dot tone={isConnected ? 'success' : 'neutral'} />
                  {isConnected ? t.connected : t.disconnected}
                </span>
              </span>
              {/* There from the start: what waits comes and goes, and must not push the page. */}
              <span className="tabular min-h-[1lh] text-sm text-text-3">
                {statistics && standing(statistics)}
              </span>
            </span>
          }
          actions={
            <>
              <Button
                look="quiet"
                className={besideOnPhones}
                icon={<FlaskConical {...icon} />}
                aria-expanded={test}
                onClick={() => put('test', test ? '' : '1')}
              >
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
            void takeFiles(event.target.files ?? []);
            event.target.value = '';
          }}
        />
        <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          <Tile
            icon={<Files {...icon} size={16} />}
            label={t.files}
            value={figure(countOf('file'))}
            current={kind === 'file'}
            onClick={() => put('kind', '')}
          />
          <Tile
            icon={<Globe {...icon} size={16} />}
            label={t.urls}
            value={figure(countOf('url'))}
            current={kind === 'url'}
            onClick={() => put('kind', 'url')}
          />
          <Tile
            icon={<Rows3 {...icon} size={16} />}
            label={t.passages}
            help={t.passagesHelp}
            value={figure(statistics?.passages)}
          />
          <Tile
            icon={<Database {...icon} size={16} />}
            label={t.storageTokens}
            help={t.storageTokensHelp}
            value={figure(statistics?.storageTokens)}
          />
        </div>
        {sending.length > 0 && dialog !== 'upload' && (
          <UploadTray list={sending} listedAt={list.dataUpdatedAt} taken={taken} />
        )}
        <Tabs
          label={t.kinds}
          value={kind}
          onChange={(next) => put('kind', next === 'file' ? '' : next)}
          tabs={[
            { value: 'file', label: t.files, count: shownCount('file') },
            { value: 'url', label: t.urls, count: shownCount('url') },
            { value: 'answer', label: t.answers, count: shownCount('answer') },
          ]}
          aside={
            <div className="flex w-full flex-wrap gap-2.5 sm:w-auto">
              <SearchInput
                inputRef={searchField}
                label={t.search}
                clearLabel={t.clearSearch}
                value={search}
                onChange={(value) => put('q', value)}
                className="min-w-32 flex-1 sm:w-60"
              />
              <StatusFilter value={filter.status} onChange={(value) => put('status', value)} />
              <SourceSortMenu value={sort} onChange={(value) => put('sort', value)} />
            </div>
          }
        >
          <TabPanel value={kind}>
            <div className="flex flex-col gap-5">
              {kind === 'url' && (
                <div className={list.isPending ? 'hidden' : 'contents'}>
                  <Crawls
                    chatbotId={chatbot.id}
                    shownId={filter.crawlId}
                    search={search}
                    status={filter.status}
                    onShow={(crawlId) => put('crawl', crawlId)}
                    onCount={setCrawls}
                    onFailed={() => setCrawls('unknown')}
                  />
                </div>
              )}
              {list.isError && rows.length === 0 && (
                <LoadFailure title={t.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
              )}
              {(list.isPending || !isPlaced) && <TableSkeleton />}
              {isEmpty && isFiltered && (
                <div className="flex flex-col items-center gap-3 py-8 text-center text-text-2">
                  <p role="status">{t.noMatch}</p>
                  <Button onClick={clearFilters}>{t.clearFilters}</Button>
                </div>
              )}
              {isEmpty && !isFiltered && !(kind === 'url' && crawls !== 0) && (
                <EmptyState
                  title={{ file: t.emptyFiles, url: t.emptyUrls, answer: t.emptyAnswers }[kind]}
                  action={{ file: uploadButton, url: urlButton, answer: answerButton }[kind]}
                >
                  {kind === 'file' && t.dropHelp}
                </EmptyState>
              )}
              {rows.length > 0 && isPlaced && (
                <SourceTable
                  sources={rows}
                  sort={sort}
                  onSort={(next) => put('sort', next)}
                  cited={cited}
                  onOpen={({ id }) => void navigate(to({ source: id }))}
                  onDelete={({ id }) => deleteOnes([id], [{ ids: [id] }])}
                  ticks={{
                    allLabel: t.selectShown,
                    all: isAllTicked(selection, rows),
                    onAll: (ticked) => choose(toggleRows(rows, ticked)),
                    labelOf: ({ name }) => t.selectOne(name),
                    has: ({ id }) => selection === 'all' || selection.has(id),
                    onRow: ({ id }) => choose(toggleRow(selection, rows, id)),
                  }}
                />
              )}
              {!isAllGone && !isOfOther && <LoadMore list={list} />}
              {rows.length > 0 && kind === 'answer' && <div>{answerButton}</div>}
              {rows.length > 0 && kind === 'file' && (
                <div className="speech flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border border-dashed border-line-control px-5 py-6 text-center sm:text-start">
                  <FilePlus {...icon} size={24} className="text-accent-text" />
                  <p className="text-md">
                    <strong className="block font-strong">{t.dropTitle}</strong>
                    <span className="text-sm text-text-2">{t.dropHelp}</span>
                  </p>
                </div>
              )}
            </div>
          </TabPanel>
        </Tabs>
        {count > 0 && (
          <SelectionBar
            count={count}
            total={total}
            onAll={() => choose('all')}
            onSync={kind === 'answer' ? undefined : syncSelected}
            syncing={sync.isPending}
            onDelete={deleteSelected}
            onClear={() => choose(emptySelection)}
          />
        )}
      </Page>

      {dragging && <DropOverlay />}
      {dialog === 'upload' && (
        <UploadDialog
          chatbotId={chatbot.id}
          onChoose={() => picker.current?.click()}
          onFiles={(files) => void takeFiles(files)}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'answer' && (
        <ChangeAnswer
          writing={{ chatbotId: chatbot.id, question: '', answer: '' }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'urls' && <AddUrls chatbotId={chatbot.id} onClose={() => setDialog(undefined)} />}
    </div>
  );
}
