import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useMedia } from '../../../../lib/browser/use-media.ts';
import { ProblemError } from '../../../../lib/calls/api.ts';
import { useAgo, useFormat } from '../../../../lib/language/format.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { words } from '../../../../lib/language/words.ts';
import { useQuery } from '../../../../lib/queries/query.ts';
import { FileKind } from '../../../../ui/display/Glyphs.tsx';
import { EmptyState } from '../../../../ui/layout/EmptyState.tsx';
import { Page } from '../../../../ui/layout/Page.tsx';
import { usePageTitle } from '../../../../ui/layout/PageHead.tsx';
import { TabPanel, Tabs } from '../../../../ui/layout/Tabs.tsx';
import { LoadFailure } from '../../../../ui/loading/LoadFailure.tsx';
import { AfterPause, Skeleton } from '../../../../ui/loading/Skeleton.tsx';
import { useSourcesView } from '../../address.ts';
import { deleteSoon } from '../../deletions.ts';
import { recordOwnDeletions, sourceDeletions, useRefreshSources, useSourceChanges } from '../../queries.ts';
import { hasDetail } from '../../source/has-detail.ts';
import { kindOf } from '../../source/kind.ts';
import { SourceDetail } from '../../source/SourceDetail.tsx';
import { SourceMenu } from '../../source/SourceMenu.tsx';
import { SourceStatus } from '../../source/SourceStatus.tsx';
import { sourceQuery } from '../../source-queries.ts';
import { texts } from '../../texts.ts';
import { Original } from './Original.tsx';
import { PassageList } from './PassageList.tsx';
import { openedTexts } from './texts.ts';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** A source's passages beside its original: what the chatbot sees, and what it was made of. */
export function OpenedSource({ chatbot, sourceId }: { chatbot: Chatbot; sourceId: string }) {
  const t = useTexts(openedTexts);
  const s = useTexts(texts);
  const w = useTexts(words);
  const format = useFormat();
  const ago = useAgo();
  const { to, test, passage } = useSourcesView();
  const title = useRef<HTMLHeadingElement>(null);
  const [part, setPart] = useState<'passages' | 'original'>('passages');
  const isWide = useMedia(test ? '(min-width: 96rem)' : '(min-width: 80rem)');
  const liveness = useSourceChanges(chatbot.id, () => {});
  const { data, error, refetch } = useQuery(sourceQuery(chatbot.id, sourceId, liveness));
  const navigate = useNavigate();
  const refresh = useRefreshSources();
  const isAbsent =
    (error instanceof ProblemError && error.status === 404) || (data && data.chatbotId !== chatbot.id);
  const source = isAbsent ? undefined : data;
  usePageTitle(isAbsent ? t.absentTitle : (source?.name ?? ''));
  const isKnown = source !== undefined;
  useEffect(() => {
    if (isKnown) title.current?.focus({ preventScroll: true });
  }, [isKnown]);
  // A citation names a passage: that is what is looked at first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each passage anew
  useEffect(() => setPart('passages'), [sourceId, test && passage]);

  const back = (
    <Link
      to={to({ source: undefined })}
      className="inline-flex w-fit items-center gap-1.5 rounded-1 text-sm font-medium text-accent-text hover:underline"
    >
      <ArrowLeft {...icon} size={16} className="rtl:rotate-180" />
      {t.back}
    </Link>
  );
  if (isAbsent) {
    return (
      <Page>
        {back}
        <h1 tabIndex={-1} className="visually-hidden">
          {t.absentTitle}
        </h1>
        <EmptyState title={t.absentTitle}>{t.absent}</EmptyState>
      </Page>
    );
  }
  if (!source) {
    return (
      <Page>
        {back}
        {error ? (
          <LoadFailure title={t.failed} error={error} onRetry={() => void refetch()} />
        ) : (
          <AfterPause>
            <Skeleton className="h-10 w-64 rounded-2" />
            <Skeleton className="h-72 w-full rounded-3" />
          </AfterPause>
        )}
      </Page>
    );
  }
  const onDelete = () => {
    const { id } = source;
    void navigate(to({ source: undefined }));
    deleteSoon({
      hides: (what) => 'source' in what && what.source.id === id,
      calls: () => sourceDeletions(chatbot.id, [{ ids: [id] }]),
      begins: () => recordOwnDeletions([id]),
      afterwards: refresh,
      said: { title: s.deleted, undo: w.undo, failed: s.deleteFailed },
    });
  };
  const facts = [
    t.summary(
      format.number(source.passages),
      source.passages,
      format.number(source.storageTokens),
      source.storageTokens,
    ),
    ...(source.size > 0 && source.kind !== 'answer' ? [format.size(source.size)] : []),
    t.added(format.date(source.createdAt)),
    ...(source.url !== undefined && source.lastSyncAt ? [t.synced(ago(source.lastSyncAt))] : []),
  ];
  const passages = <PassageList key={source.id} source={source} />;
  const original = <Original key={source.id} source={source} />;
  return (
    <Page>
      <header className="flex flex-col gap-3">
        {back}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="self-start">
            <FileKind kind={kindOf(source)} />
          </span>
          <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
            <h1
              ref={title}
              tabIndex={-1}
              title={source.name}
              className="display-type line-clamp-3 text-xl text-text [overflow-wrap:anywhere]"
            >
              <bdi>{source.name}</bdi>
            </h1>
            {source.url !== undefined && source.url !== source.name && (
              <p className="line-clamp-3 text-sm text-text-2 [overflow-wrap:anywhere]" title={source.url}>
                {source.url}
              </p>
            )}
            <p className="text-sm text-text-2">{facts.join(' · ')}</p>
          </div>
          <SourceStatus source={source} />
          <SourceMenu source={source} onDelete={onDelete} />
        </div>
      </header>
      {hasDetail(source) && <SourceDetail source={source} onDelete={onDelete} />}
      {source.kind === 'answer' ? (
        passages
      ) : isWide ? (
        <div className="grid grid-cols-2 items-start gap-6">
          <section aria-label={t.passages}>{passages}</section>
          <section aria-label={t.original} className="sticky top-4 flex h-[calc(100dvh-2rem)] flex-col">
            {original}
          </section>
        </div>
      ) : (
        <Tabs
          label={t.parts}
          value={part}
          onChange={setPart}
          tabs={[
            { value: 'passages', label: t.passages, count: format.number(source.passages) },
            { value: 'original', label: t.original },
          ]}
        >
          <TabPanel value="passages">{passages}</TabPanel>
          <TabPanel value="original">
            <div className="flex h-[calc(100dvh-10rem)] min-h-120 flex-col">{original}</div>
          </TabPanel>
        </Tabs>
      )}
    </Page>
  );
}
