import type { Conversation, TranscriptMessage } from '@parlance/contract/endpoints/conversations';
import { deleteConversation } from '@parlance/contract/endpoints/conversations';
import type { Citation } from '@parlance/contract/endpoints/embed';
import { getSource } from '@parlance/contract/endpoints/sources';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, PenLine, ThumbsDown, ThumbsUp, Trash2, X } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { call, ProblemError } from '../../../lib/calls/api.ts';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { useInfiniteQuery } from '../../../lib/queries/query.ts';
import { useRowChanges } from '../../../lib/queries/row-changes.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Pill } from '../../../ui/display/Pill.tsx';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { Expandable } from '../../../ui/layout/Expandable.tsx';
import { usePageTitle } from '../../../ui/layout/PageHead.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { LoadMore } from '../../../ui/loading/LoadMore.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { AfterPause, Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { AnswerFacts } from '../../answers/answer/AnswerFacts.tsx';
import { AnswerText } from '../../answers/answer/AnswerText.tsx';
import { CitationChip } from '../../answers/answer/CitationChip.tsx';
import { LeftOutSentences } from '../../answers/answer/LeftOutSentences.tsx';
import { withoutMarks } from '../../answers/answer/marks.ts';
import { Offered } from '../../answers/answer/Offered.tsx';
import { Understood } from '../../answers/answer/Understood.tsx';
import { passageAddress } from '../../answers/passages/address.ts';
import { PassageCard } from '../../answers/passages/PassageCard.tsx';
import {
  type AnswerDraft,
  draftOf,
  useSaveAnswer,
  writtenAnswerQuery,
} from '../../answers/writing/queries.ts';
import { writeTexts } from '../../answers/writing/texts.ts';
import { platformNames } from '../../chatbots/platforms.ts';
import { useAddress } from '../address.ts';
import { deleteSoon } from '../deletions.ts';
import { transcriptKey, transcriptQuery, useRefreshConversations } from '../queries.ts';
import { texts } from '../texts.ts';

const WriteAnswer = onDemand(() =>
  import('../../answers/writing/WriteAnswer.tsx').then((file) => file.WriteAnswer),
);

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

type Answered = TranscriptMessage & { citations: Citation[] };

/** The passages that an answer cites, also those that are gone, then those that were found and left aside. */
function Passages({ chatbotId, message }: { chatbotId: string; message: Answered }) {
  const t = useTexts(texts);
  const { citations, passages = [] } = message;
  const others = passages.filter(({ used }) => !used);
  if (citations.length + others.length === 0) return null;
  return (
    <Expandable title={t.passages(citations.length, others.length)}>
      <ul className="flex flex-col gap-2">
        {citations.map((citation) => {
          const passage = passages.find(({ id }) => id === citation.passageId);
          return (
            <PassageCard
              key={citation.number}
              passage={passage ?? { ...citation, text: citation.quote }}
              citation={citation}
              to={passage && passageAddress(chatbotId, passage, citation)}
            >
              {!passage && <p className="text-sm text-text-3">{t.passageGone}</p>}
            </PassageCard>
          );
        })}
        {others.map((passage) => (
          <PassageCard
            key={passage.id}
            passage={passage}
            citation={undefined}
            to={passageAddress(chatbotId, passage)}
          />
        ))}
      </ul>
    </Expandable>
  );
}

const bubble =
  'w-fit max-w-full px-3.5 py-2.5 text-md [--speech-size:var(--radius-3)] [overflow-wrap:anywhere]';

function Message({
  chatbotId,
  message,
  onAnswer,
}: {
  chatbotId: string;
  message: TranscriptMessage;
  /** To write what should have been said; where its question is known. */
  onAnswer: (() => void) | undefined;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const { role, text, createdAt, mode, citations = [], passages = [], tokens, feedback } = message;
  const time = (
    <time dateTime={createdAt} className="text-xs text-text-3">
      {format.moment(createdAt)}
    </time>
  );
  if (role === 'visitor') {
    return (
      <li className="ms-10 flex flex-col items-end gap-1">
        <p dir="auto" className={`speech-own whitespace-pre-line text-pretty bg-text text-canvas ${bubble}`}>
          <span className="visually-hidden">{t.visitor}</span> {text}
        </p>
        <Understood text={message.understood} />
        {time}
      </li>
    );
  }
  const Thumb = feedback === 'up' ? ThumbsUp : ThumbsDown;
  return (
    <li className="me-6 flex flex-col items-start gap-2">
      <div dir="auto" className={`speech flex flex-col gap-2 bg-sunken text-text ${bubble}`}>
        <span className="visually-hidden">{t.chatbot}</span>
        <AnswerText
          text={text}
          chip={(number, key) => {
            const citation = citations.find((one) => one.number === number);
            const passage = passages.find(({ id }) => id === citation?.passageId);
            return (
              <CitationChip
                key={key}
                number={number}
                name={citation?.sourceName}
                to={passage && passageAddress(chatbotId, passage, citation)}
              />
            );
          }}
        />
      </div>
      <LeftOutSentences sentences={message.leftOut} />
      <Offered subjects={message.subjects} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <AnswerFacts mode={mode} smallTalk={message.smallTalk} tokens={tokens} />
        {feedback && (
          <Pill
            tone={feedback === 'up' ? 'success' : 'danger'}
            icon={<Thumb size={14} strokeWidth={2} aria-hidden="true" />}
          >
            {t[feedback]}
          </Pill>
        )}
        {time}
      </div>
      {onAnswer && (
        <Button
          size="sm"
          look={message.unansweredId === undefined ? 'quiet' : 'secondary'}
          icon={<PenLine {...icon} size={16} />}
          onClick={onAnswer}
          className={message.unansweredId === undefined ? '-ms-3' : undefined}
        >
          {message.unansweredId === undefined ? t.improve : t.answerThis}
        </Button>
      )}
      <div className="w-full">
        <Passages chatbotId={chatbotId} message={{ ...message, citations }} />
      </div>
    </li>
  );
}

/** Keeps a part that stands beside a scrolling page within the window: from wherever it is to the window's end. */
function useFittingHeight(part: RefObject<HTMLElement | null>, onFitted: () => void) {
  const fitted = useEffectEvent(onFitted);
  useLayoutEffect(() => {
    const fit = () => {
      const { current } = part;
      if (!current) return;
      const { top } = current.getBoundingClientRect();
      current.style.height = `max(20rem, calc(100dvh - ${Math.round(top)}px - 1rem))`;
      fitted();
    };
    fit();
    const listening = new AbortController();
    for (const event of ['scroll', 'resize'])
      window.addEventListener(event, fit, { passive: true, signal: listening.signal });
    return () => listening.abort();
  }, [part]);
}

/** The professional's own answer that was cited first, if one was: it is changed instead of written twice. */
async function writtenAt(
  client: QueryClient,
  chatbotId: string,
  passages: TranscriptMessage['passages'],
): Promise<AnswerDraft | undefined> {
  const sourceId = passages?.find(({ used }) => used)?.sourceId;
  if (sourceId === undefined) return undefined;
  try {
    const { kind } = await call(getSource, { params: { sourceId } });
    if (kind !== 'answer') return undefined;
    return { chatbotId, sourceId, ...(await client.fetchQuery(writtenAnswerQuery(sourceId))) };
  } catch {
    return undefined;
  }
}

/** What a visitor and a chatbot said to each other, with what each answer was made of. */
export function Transcript({
  conversationId,
  isBeside,
  onClose,
}: {
  conversationId: string;
  /** Beside the list, with a scroll of its own; else it has the page. */
  isBeside: boolean;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { to } = useAddress();
  const wt = useTexts(writeTexts);
  const client = useQueryClient();
  const refresh = useRefreshConversations();
  const save = useSaveAnswer();
  const [writing, setWriting] = useState<AnswerDraft>();
  const liveness = useRowChanges({
    table: 'conversations',
    filter: `id=eq.${conversationId}`,
    queryKey: transcriptKey(conversationId),
  });
  const query = useInfiniteQuery(transcriptQuery(conversationId, liveness));
  const { data, error } = query;
  const conversation = data?.pages[0];
  const messages = data?.pages.toReversed().flatMap((page) => page.messages) ?? [];
  const isAbsent = error instanceof ProblemError && error.status === 404;
  const title = useRef<HTMLHeadingElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const isKnown = conversation !== undefined;
  useEffect(() => {
    if (isKnown) title.current?.focus({ preventScroll: true });
  }, [isKnown]);

  // The latest comes into view, unless somebody reads what was said before.
  const atEnd = useRef(true);
  const newest = messages.at(-1)?.id;
  const keepAtEnd = () => {
    const frame = scroller.current;
    if (frame && atEnd.current) frame.scrollTop = frame.scrollHeight;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something new was said
  useLayoutEffect(keepAtEnd, [newest]);
  // What was said before comes above what is read, which stays where it is.
  const drawn = useRef({ oldest: '', height: 0 });
  const oldest = messages[0]?.id ?? '';
  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return;
    const { scrollHeight } = current;
    if (drawn.current.oldest !== '' && drawn.current.oldest !== oldest)
      current.scrollTop += scrollHeight - drawn.current.height;
    drawn.current = { oldest, height: scrollHeight };
  });
  const frame = useRef<HTMLElement>(null);
  useFittingHeight(frame, keepAtEnd);

  const answerTo = (chatbotId: string, message: TranscriptMessage, before: TranscriptMessage[]) => {
    const { unansweredId, mode, text, passages } = message;
    const asked = before.findLast(({ role }) => role === 'visitor');
    const question = asked?.understood ?? asked?.text;
    // Courtesies are answered before any source is looked at: a written answer would not be met.
    if (question === undefined || message.role === 'visitor' || message.smallTalk) return undefined;
    if (unansweredId !== undefined)
      return () => setWriting({ chatbotId, unansweredId, question, answer: '' });
    // What somebody has answered meanwhile is not asked for again.
    if (mode === 'unanswered') return undefined;
    return async () =>
      setWriting(
        (await writtenAt(client, chatbotId, passages)) ?? {
          chatbotId,
          question,
          answer: withoutMarks(text),
        },
      );
  };
  const onDelete = () => {
    onClose();
    deleteSoon({
      hides: (id) => id === conversationId,
      calls: () => [{ endpoint: deleteConversation, params: { conversationId } }],
      afterwards: refresh,
      said: { title: t.deleted, undo: w.undo, failed: t.deleteFailed },
    });
  };
  const content = () => {
    if (isAbsent) return <EmptyState title={t.absent}>{t.absentHelp}</EmptyState>;
    if (error && !conversation)
      return <LoadFailure title={t.transcriptFailed} error={error} onRetry={() => void query.refetch()} />;
    if (!conversation)
      return (
        <AfterPause>
          <Skeleton className="h-72 w-full rounded-3" />
        </AfterPause>
      );
    return (
      <div className="flex flex-col gap-5">
        <LoadMore list={query} label={t.earlier} />
        <ol className="flex flex-col gap-5">
          {messages.map((message, at) => (
            <Message
              key={message.id}
              chatbotId={conversation.chatbotId}
              message={message}
              onAnswer={answerTo(conversation.chatbotId, message, messages.slice(0, at))}
            />
          ))}
        </ol>
      </div>
    );
  };
  const dialog = writing && (
    <WriteAnswer
      key={draftOf(writing)}
      writing={writing}
      onClose={() => setWriting(undefined)}
      onFailed={() => setWriting(undefined)}
      onWritten={async (written) => {
        try {
          await save.mutateAsync({ writing, ...written });
        } catch (error) {
          return sentenceOf(error);
        }
        setWriting(undefined);
        showToast({ tone: 'success', title: wt.saved });
        return undefined;
      }}
    />
  );
  const Heading = isBeside ? 'h2' : 'h1';
  const name = conversation?.visitor?.name ?? conversation?.visitor?.email;
  const head = isAbsent ? t.conversation : name === undefined ? t.visitor : t.conversationWith(name);
  const header = (
    <div className="flex items-start gap-2">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <Heading
          ref={title}
          tabIndex={-1}
          className={`display-type text-text [overflow-wrap:anywhere] ${isBeside ? 'text-lg' : 'text-xl'}`}
        >
          {head}
        </Heading>
        {conversation && !isAbsent && <Facts conversation={conversation} isNamed={name !== undefined} />}
        {/* The line of facts keeps its place while they are on their way. */}
        {!conversation && !isAbsent && <div aria-hidden="true" className="h-6" />}
      </div>
      {!isAbsent && conversation && (
        <IconButton label={t.delete} onClick={onDelete}>
          <Trash2 {...icon} />
        </IconButton>
      )}
      {isBeside && (
        <IconButton label={w.close} onClick={onClose}>
          <X {...icon} size={20} />
        </IconButton>
      )}
    </div>
  );
  if (!isBeside) {
    return (
      <div className="flex flex-col gap-5">
        <TitleOfPage title={head} />
        <Link
          to={to({ conversation: '' })}
          className="inline-flex w-fit items-center gap-1.5 rounded-1 text-sm font-medium text-accent-text hover:underline"
          onClick={(event) => {
            event.preventDefault();
            onClose();
          }}
        >
          <ArrowLeft {...icon} size={16} className="rtl:rotate-180" />
          {t.back}
        </Link>
        {header}
        {content()}
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
      <div className="border-b border-line py-3 ps-4 pe-2">{header}</div>
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and need not hold anything to focus
        tabIndex={0}
        aria-label={t.messages}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          atEnd.current = scrollHeight - scrollTop - clientHeight < 40;
        }}
        className="min-h-0 flex-1 overflow-y-auto p-4 -outline-offset-2 [overflow-anchor:none]"
      >
        {content()}
      </section>
      {dialog}
    </section>
  );
}

function TitleOfPage({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}

function Facts({ conversation, isNamed }: { conversation: Conversation; isNamed: boolean }) {
  const t = useTexts(texts);
  const names = useTexts(platformNames);
  const format = useFormat();
  const { chatbotName, channel, language, messageCount, visitor } = conversation;
  const facts = [
    chatbotName,
    names[channel],
    t.messageCount(format.number(messageCount), messageCount === 1),
    [visitor?.name && visitor.email, visitor?.id].filter(Boolean).join(' · '),
  ].filter((fact) => fact !== '');
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-text-2">
      <span className="[overflow-wrap:anywhere]">{facts.join(' · ')}</span>
      <Pill>{language === 'fr' ? t.french : t.english}</Pill>
      {isNamed && <span className="text-text-3">{t.statedVisitor}</span>}
    </div>
  );
}
