import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTexts } from '../../../lib/language/texts.ts';
import { useFurtherPages } from '../../../lib/queries/further-pages.ts';
import { useInfiniteQuery } from '../../../lib/queries/query.ts';
import { useRowChanges } from '../../../lib/queries/row-changes.ts';
import { useStore } from '../../../lib/storage/store.ts';
import { Button, ButtonLink } from '../../../ui/buttons/Button.tsx';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { LoadMore } from '../../../ui/loading/LoadMore.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { AfterPause, Skeleton, TableSkeleton } from '../../../ui/loading/Skeleton.tsx';
import { isDeleted } from '../../../ui/toasts/deletions.ts';
import { type ConversationsFilter, filtersNothing, noFilter, useAddress } from '../address.ts';
import { deletions } from '../deletions.ts';
import { conversationsQuery, listKey } from '../queries.ts';
import { texts } from '../texts.ts';
import { ConversationFilters } from './ConversationFilters.tsx';
import { ConversationStack } from './ConversationStack.tsx';
import { ConversationTable } from './ConversationTable.tsx';

const Transcript = onDemand(() => import('../transcript/Transcript.tsx').then((file) => file.Transcript));

/** Pixels scrolled from which on somebody reads further down, and rows that come above would move what is read. */
const scrolledPx = 240;
const isScrolled = () => window.scrollY > scrolledPx;

/** What was said since the rows in sight were last brought up to date. */
interface ConversationNews {
  begun: ReadonlySet<string>;
  isAny: boolean;
}
const noNews: ConversationNews = { begun: new Set(), isAny: false };

/** The list, which follows what visitors say; while somebody reads further down it waits, and says so. */
function useConversations(wanted: ConversationsFilter) {
  const client = useQueryClient();
  const search = useDeferredValue(wanted.search);
  const filter = { ...wanted, search };
  const [news, setNews] = useState(noNews);
  const liveness = useRowChanges({
    table: 'conversations',
    ...(filter.chatbotId === '' ? {} : { filter: `chatbot_id=eq.${filter.chatbotId}` }),
    queryKey: listKey,
    isHeld: isScrolled,
    onChange({ eventType, new: record }) {
      if (!isScrolled()) return;
      setNews(({ begun }) => ({
        begun: eventType === 'INSERT' ? new Set([...begun, String(record.id)]) : begun,
        isAny: true,
      }));
    },
  });
  const list = useInfiniteQuery({
    ...conversationsQuery(filter, liveness, isScrolled),
    placeholderData: (before) => before,
  });
  // Who comes back to the top sees what is new.
  useEffect(() => {
    if (!news.isAny) return;
    const catchUp = () => {
      if (isScrolled()) return;
      setNews(noNews);
      void client.invalidateQueries({ queryKey: listKey });
    };
    catchUp();
    window.addEventListener('scroll', catchUp, { passive: true });
    return () => window.removeEventListener('scroll', catchUp);
  }, [news, client]);

  const pages = list.data?.pages;
  const loaded = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  // A search looks through so many conversations a call: with little found it goes on by itself.
  const isSearchingOn = search !== '' && list.hasNextPage && loaded.length === 0 && !list.isError;
  useFurtherPages(list, isSearchingOn);
  return { list, loaded, news, isSearchingOn };
}

/** Where a chatbot is put before visitors. */
const placeOf = ({ id, platform }: Chatbot) =>
  platform === 'website' ? `/chatbots/${id}/personnaliser?tab=integration` : `/channels?channel=${id}`;

/** Conversations of one chatbot, or of all; the open one beside them. */
export function ConversationList({
  chatbots,
  isBeside,
}: {
  /** The chatbots whose conversations are listed. */
  chatbots: readonly Chatbot[];
  /** Whether there is room for the open conversation; otherwise it is shown instead. */
  isBeside: boolean;
}) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { filter, conversation, to, put } = useAddress();
  const { list, loaded, news, isSearchingOn } = useConversations(filter);
  const gone = useStore(deletions);
  const rows = loaded.filter(({ id }) => !isDeleted(gone, id));
  const isEmpty = list.isSuccess && rows.length === 0 && !list.hasNextPage;
  const [first] = chatbots;
  const close = (id: string) => {
    void navigate(to({ conversation: '' }), { preventScrollReset: true });
    // Where one came from, if it is still there.
    requestAnimationFrame(() =>
      (
        document.querySelector<HTMLElement>(`[data-row="${id}"] a`) ??
        document.querySelector<HTMLElement>('main h1')
      )?.focus({ preventScroll: true }),
    );
  };
  const showNews = () => {
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  };

  const nothingYet = isEmpty && filtersNothing(filter) && (
    <EmptyState
      title={t.emptyTitle}
      action={
        first && (
          <ButtonLink look="primary" to={placeOf(first)}>
            {first.platform === 'website' ? t.integrate : t.seeChannel}
          </ButtonLink>
        )
      }
    />
  );
  const listed = (
    <div className="flex min-w-0 flex-col gap-4">
      {news.isAny && (
        <Button
          look="primary"
          size="sm"
          icon={<ArrowUp size={16} strokeWidth={2} aria-hidden="true" />}
          onClick={showNews}
          className="sticky top-4 z-(--z-sticky) self-center shadow-2 max-md:top-18"
        >
          {news.begun.size > 0 && filtersNothing(filter)
            ? t.newConversations(news.begun.size)
            : t.newMessages}
        </Button>
      )}
      <p aria-live="polite" className="visually-hidden">
        {news.isAny ? t.newMessages : ''}
      </p>
      {list.isError && loaded.length === 0 && (
        <LoadFailure title={t.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {(list.isPending || isSearchingOn) && <TableSkeleton />}
      {nothingYet}
      {isEmpty && !filtersNothing(filter) && (
        <div className="flex flex-col items-center gap-4 py-8 text-center text-text-2">
          <p role="status">{t.noMatch}</p>
          <Button onClick={() => put(noFilter)}>{t.clearFilters}</Button>
        </div>
      )}
      {rows.length > 0 &&
        (conversation === undefined ? (
          <ConversationTable conversations={rows} showsChatbot={chatbots.length > 1} />
        ) : (
          <ConversationStack conversations={rows} showsChatbot={chatbots.length > 1} openId={conversation} />
        ))}
      {!isSearchingOn && <LoadMore list={list} />}
    </div>
  );
  const transcript = conversation !== undefined && (
    <Transcript
      key={conversation}
      conversationId={conversation}
      isBeside={isBeside}
      onClose={() => close(conversation)}
      onFailed={() => close(conversation)}
      fallback={
        <AfterPause>
          <Skeleton className="h-96 w-full rounded-3" />
        </AfterPause>
      }
    />
  );
  if (transcript && !isBeside) return transcript;
  // Instead of the filters and the list: below filters that leave it would move.
  if (nothingYet && !transcript) return nothingYet;
  return (
    <div className="flex flex-col gap-4">
      <ConversationFilters />
      {transcript ? (
        <div className="grid grid-cols-[15rem_minmax(0,1fr)] items-start gap-5 xl:grid-cols-[20rem_minmax(0,1fr)]">
          {listed}
          {transcript}
        </div>
      ) : (
        listed
      )}
    </div>
  );
}
