import { deleteConversation } from '@parlance/contract/endpoints/conversations';
import { useEffect, useRef } from 'react';
import { isAbsent } from '../../../lib/calls/refusal.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { useInfiniteQuery } from '../../../lib/queries/query.ts';
import { useRowChanges } from '../../../lib/queries/row-changes.ts';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { usePageTitle } from '../../../ui/layout/PageHead.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { LoadMore } from '../../../ui/loading/LoadMore.tsx';
import { AfterPause, Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { deleteSoon } from '../deletions.ts';
import { transcriptKey, transcriptQuery, useRefreshConversations } from '../queries.ts';
import { texts } from '../texts.ts';
import { useBetterAnswer } from './better-answer.tsx';
import { Message } from './Message.tsx';
import { useMessageScroll } from './scrolling.ts';
import { BackToList, nameOf, TranscriptHead } from './TranscriptHead.tsx';

function useTranscript(conversationId: string) {
  const liveness = useRowChanges({
    table: 'conversations',
    filter: `id=eq.${conversationId}`,
    queryKey: transcriptKey(conversationId),
  });
  const list = useInfiniteQuery(transcriptQuery(conversationId, liveness));
  const { data, error } = list;
  return {
    list,
    conversation: data?.pages[0],
    messages: data?.pages.toReversed().flatMap((page) => page.messages) ?? [],
    isAbsent: isAbsent(error),
  };
}

function useDelete(conversationId: string) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const refresh = useRefreshConversations();
  return () =>
    deleteSoon({
      hides: (id) => id === conversationId,
      calls: () => [{ endpoint: deleteConversation, params: { conversationId } }],
      afterwards: refresh,
      said: { title: t.deleted, undo: w.undo, failed: t.deleteFailed },
    });
}

/** What a visitor and a chatbot said to each other, with what each answer was made of. */
export function Transcript({
  conversationId,
  isBeside,
  onClose,
}: {
  conversationId: string;
  /** Whether it stands beside the list, with a scroll of its own; else it has the page. */
  isBeside: boolean;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const transcript = useTranscript(conversationId);
  const { conversation, messages, isAbsent } = transcript;
  const deleteIt = useDelete(conversationId);
  const { writerOf, dialog } = useBetterAnswer();
  const titleRef = useRef<HTMLHeadingElement>(null);
  const isKnown = conversation !== undefined;
  useEffect(() => {
    if (isKnown) titleRef.current?.focus({ preventScroll: true });
  }, [isKnown]);
  const { frame, scroller, onScroll } = useMessageScroll({
    oldest: messages[0]?.id,
    newest: messages.at(-1)?.id,
  });

  const name = conversation && nameOf(conversation);
  const title = isAbsent ? t.conversation : name === undefined ? t.visitor : t.conversationWith(name);
  const head = (
    <TranscriptHead
      title={title}
      titleRef={titleRef}
      conversation={conversation}
      isAbsent={isAbsent}
      isBeside={isBeside}
      onDelete={() => {
        onClose();
        deleteIt();
      }}
      onClose={onClose}
    />
  );
  const content = <Messages {...transcript} writerOf={writerOf} />;
  if (!isBeside) {
    return (
      <div className="flex flex-col gap-5">
        <TitleOfPage title={title} />
        <BackToList onClose={onClose} />
        {head}
        {content}
        {dialog}
      </div>
    );
  }
  return (
    <section
      ref={frame}
      aria-label={t.conversationWith(name ?? t.visitor)}
      className="sticky top-4 flex flex-col rounded-3 border border-line bg-surface shadow-1"
    >
      <div className="border-b border-line py-3 ps-4 pe-2">{head}</div>
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and need not hold anything to focus
        tabIndex={0}
        aria-label={t.messages}
        onScroll={onScroll}
        className="min-h-0 flex-1 overflow-y-auto p-4 -outline-offset-2 [overflow-anchor:none]"
      >
        {content}
      </section>
      {dialog}
    </section>
  );
}

function TitleOfPage({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}

function Messages({
  list,
  conversation,
  messages,
  isAbsent,
  writerOf,
}: ReturnType<typeof useTranscript> & Pick<ReturnType<typeof useBetterAnswer>, 'writerOf'>) {
  const t = useTexts(texts);
  if (isAbsent) return <EmptyState title={t.absent}>{t.absentHelp}</EmptyState>;
  if (list.error && !conversation)
    return <LoadFailure title={t.transcriptFailed} error={list.error} onRetry={() => void list.refetch()} />;
  if (!conversation)
    return (
      <AfterPause>
        <Skeleton className="h-72 w-full rounded-3" />
      </AfterPause>
    );
  return (
    <div className="flex flex-col gap-5">
      <LoadMore list={list} label={t.earlier} />
      <ol className="flex flex-col gap-5">
        {messages.map((message, at) => (
          <Message
            key={message.id}
            chatbotId={conversation.chatbotId}
            message={message}
            onAnswer={writerOf(conversation.chatbotId, message, messages.slice(0, at))}
          />
        ))}
      </ol>
    </div>
  );
}
