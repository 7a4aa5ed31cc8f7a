import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import type { Summary, SummaryPeriod } from '@parlance/contract/endpoints/summaries';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isAbsent } from '../../../lib/calls/refusal.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { useInfiniteQuery, useQuery } from '../../../lib/queries/query.ts';
import { useStore } from '../../../lib/storage/store.ts';
import { Button, ButtonLink } from '../../../ui/buttons/Button.tsx';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { AfterPause } from '../../../ui/loading/Skeleton.tsx';
import { isDeleted } from '../../../ui/toasts/deletions.ts';
import { useAnswerDialog } from '../../answers/writing/answer-dialog.tsx';
import { useAddress } from '../address.ts';
import { CreateCard } from './CreateCard.tsx';
import { EarlierSummaries } from './EarlierSummaries.tsx';
import {
  deleteSoon,
  deletionOf,
  deletions,
  estimateQuery,
  isRunning,
  summariesQuery,
  summaryQuery,
  useCreateSummary,
  useRefreshSummaries,
} from './queries.ts';
import { RecentMessages } from './RecentMessages.tsx';
import { RunningSummary } from './RunningSummary.tsx';
import { SummariesLoading, SummaryLoading, summaryColumns } from './SummariesLoading.tsx';
import { FailedSummary, SummaryPage } from './SummaryPage.tsx';
import { summaryTexts } from './texts.ts';

/** The summaries of a chatbot without those that are being deleted, and the one that is read. */
function useSummaries(chatbotId: string) {
  const { filter, summary: named } = useAddress();
  const gone = useStore(deletions);
  const list = useInfiniteQuery(summariesQuery(chatbotId));
  const listed = list.data?.pages.flatMap(({ items }) => items).filter(({ id }) => !isDeleted(gone, id));
  // What runs, or was read last, is what one comes back to.
  const period: SummaryPeriod =
    filter.period === '' || filter.period === 'days' ? (listed?.[0]?.period ?? '7d') : filter.period;
  const shownId = named ?? listed?.find((one) => one.period === period)?.id;
  const fromList = listed?.find(({ id }) => id === shownId);
  const one = useQuery({ ...summaryQuery(shownId ?? ''), enabled: shownId !== undefined });
  const isGone = shownId !== undefined && (isDeleted(gone, shownId) || isAbsent(one.error));
  const shown = isGone ? undefined : (one.data ?? fromList);
  // Another chatbot's address names nothing here.
  const isElsewhere = shown !== undefined && shown.chatbotId !== chatbotId;
  return {
    list,
    listed,
    period,
    shownId,
    shown: isElsewhere ? undefined : shown,
    /** Whether the address names one that is not there. */
    isAbsent: named !== undefined && (isGone || isElsewhere),
    failure: shownId !== undefined && !shown && !isGone ? one : undefined,
  };
}

/** What visitors said in a period, told in one page: begun, watched, read, and those made before. */
export function Summaries({ chatbot }: { chatbot: Chatbot }) {
  const t = useTexts(summaryTexts);
  const w = useTexts(words);
  const { put } = useAddress();
  const { list, listed, period, shownId, shown, isAbsent: isNotThere, failure } = useSummaries(chatbot.id);
  const refresh = useRefreshSummaries(chatbot.id);
  const create = useCreateSummary(chatbot.id);
  const { write, dialog } = useAnswerDialog();
  const announced = useEndOf(shown, () => void refresh());

  const begin = () => create.mutate(period, { onSuccess: ({ id }) => put({ summary: id, period }) });
  const choose = (next: SummaryPeriod) => {
    create.reset();
    put({ period: next, summary: '' });
  };
  const remove = ({ id }: Summary) => {
    if (id === shownId) put({ summary: '' });
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    deleteSoon({
      hides: (one) => one === id,
      calls: () => [deletionOf(id)],
      afterwards: refresh,
      said: { title: t.deleted, undo: w.undo, failed: t.deleteFailed },
    });
  };

  if (list.error && !list.data)
    return <LoadFailure title={t.loadFailed} error={list.error} onRetry={() => void list.refetch()} />;
  if (!listed) return <SummariesLoading />;
  const content = () => {
    if (isNotThere)
      return (
        <EmptyState
          title={t.absent}
          action={<Button onClick={() => put({ summary: '' })}>{t.showLatest}</Button>}
        />
      );
    if (failure?.error)
      return (
        <LoadFailure title={t.loadFailed} error={failure.error} onRetry={() => void failure.refetch()} />
      );
    if (failure)
      return (
        <AfterPause>
          <SummaryLoading />
        </AfterPause>
      );
    if (!shown) return <Invitation chatbot={chatbot} period={period} />;
    if (isRunning(shown))
      return <RunningSummary key={shown.id} summary={shown} onStopped={() => put({ summary: '' })} />;
    if (shown.status === 'error')
      return <FailedSummary summary={shown} onRetry={begin} onDelete={() => remove(shown)} />;
    return (
      <SummaryPage
        summary={shown}
        onDelete={() => remove(shown)}
        onAnswer={(question) => write({ chatbotId: chatbot.id, question, answer: '' })}
      />
    );
  };
  return (
    <div className={summaryColumns}>
      <div className="flex min-w-0 flex-col gap-5">
        <CreateCard
          chatbot={chatbot}
          period={period}
          onPeriod={choose}
          isBusy={create.isPending || listed.some((one) => one.period === period && isRunning(one))}
          refusal={create.error}
          onCreate={begin}
        />
        <p role="status" className="visually-hidden">
          {announced}
        </p>
        {content()}
      </div>
      <aside className="flex min-w-0 flex-col gap-5">
        <EarlierSummaries summaries={listed} shownId={shown?.id} list={list} onDelete={remove} />
        <RecentMessages chatbotId={chatbot.id} />
      </aside>
      {dialog}
    </div>
  );
}

/** What is said aloud once the summary that was watched is there; `onEnd` brings the list up to date. */
function useEndOf(shown: Summary | undefined, onEnd: () => void): string {
  const t = useTexts(summaryTexts);
  const watched = useRef<string>(undefined);
  const [announced, setAnnounced] = useState('');
  const end = useEffectEvent((summary: Summary) => {
    setAnnounced(summary.status === 'done' ? t.ready : '');
    onEnd();
  });
  useEffect(() => {
    if (!shown) return;
    if (isRunning(shown)) watched.current = shown.id;
    else if (watched.current === shown.id) {
      watched.current = undefined;
      end(shown);
    }
  }, [shown]);
  return announced;
}

/** What stands where none of the period was made yet. */
function Invitation({ chatbot, period }: { chatbot: Chatbot; period: SummaryPeriod }) {
  const t = useTexts(summaryTexts);
  const { data: estimate } = useQuery(estimateQuery(chatbot.id, period));
  if (!estimate) return null;
  if (estimate.conversations > 0) return <EmptyState title={t.invitation} />;
  return (
    <EmptyState
      title={t.nothingYet}
      action={
        <ButtonLink look="primary" to={`/chatbots/${chatbot.id}/personnaliser?tab=integration`}>
          {t.integrate}
        </ButtonLink>
      }
    />
  );
}
