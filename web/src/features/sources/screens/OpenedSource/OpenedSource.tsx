import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useMedia } from '../../../../lib/browser/use-media.ts';
import { isAbsent } from '../../../../lib/calls/refusal.ts';
import { useFormat } from '../../../../lib/language/format.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { words } from '../../../../lib/language/words.ts';
import { useQuery } from '../../../../lib/queries/query.ts';
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
import { SourceDetail } from '../../source/SourceDetail.tsx';
import { sourceQuery } from '../../source-queries.ts';
import { texts } from '../../texts.ts';
import { Original } from './Original.tsx';
import { PassageList } from './PassageList.tsx';
import { BackToSources, SourceHead } from './SourceHead.tsx';
import { openedTexts } from './texts.ts';

function useDelete(chatbotId: string, id: string) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const refresh = useRefreshSources();
  return () =>
    deleteSoon({
      hides: (what) => 'source' in what && what.source.id === id,
      calls: () => sourceDeletions(chatbotId, [{ ids: [id] }]),
      begins: () => recordOwnDeletions([id]),
      afterwards: refresh,
      said: { title: t.deleted, undo: w.undo, failed: t.deleteFailed },
    });
}

/** A source's passages beside its original: what the chatbot sees, and what it was made of. */
export function OpenedSource({ chatbot, sourceId }: { chatbot: Chatbot; sourceId: string }) {
  const t = useTexts(openedTexts);
  const format = useFormat();
  const { to, test, passage } = useSourcesView();
  const title = useRef<HTMLHeadingElement>(null);
  const [part, setPart] = useState<'passages' | 'original'>('passages');
  const isWide = useMedia(test ? '(min-width: 96rem)' : '(min-width: 80rem)');
  const liveness = useSourceChanges(chatbot.id, () => {});
  const { data, error, refetch } = useQuery(sourceQuery(chatbot.id, sourceId, liveness));
  const navigate = useNavigate();
  const deleteIt = useDelete(chatbot.id, sourceId);
  const isMissing = isAbsent(error) || (data && data.chatbotId !== chatbot.id);
  const source = isMissing ? undefined : data;
  usePageTitle(isMissing ? t.absentTitle : (source?.name ?? ''));
  const isKnown = source !== undefined;
  useEffect(() => {
    if (isKnown) title.current?.focus({ preventScroll: true });
  }, [isKnown]);
  // A citation names a passage: that is what is looked at first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each passage anew
  useEffect(() => setPart('passages'), [sourceId, test && passage]);

  if (isMissing) {
    return (
      <Page>
        <BackToSources />
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
        <BackToSources />
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
    void navigate(to({ source: undefined }));
    deleteIt();
  };
  const passages = <PassageList key={source.id} source={source} />;
  const original = <Original key={source.id} source={source} />;
  return (
    <Page>
      <SourceHead source={source} titleRef={title} onDelete={onDelete} />
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
