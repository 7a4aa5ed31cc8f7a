import { cutUnsettled } from '@parlance/contract/display/answer-blocks';
import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { limits } from '@parlance/contract/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUp, FlaskConical, Globe, PenLine, RefreshCw, RotateCcw, Square, X } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTexts } from '../../../../lib/language/texts.ts';
import { words } from '../../../../lib/language/words.ts';
import { drafts } from '../../../../lib/storage/drafts.ts';
import { useStore } from '../../../../lib/storage/store.ts';
import { Button, ButtonLink } from '../../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../../ui/buttons/IconButton.tsx';
import { cx } from '../../../../ui/cx.ts';
import { Drawer } from '../../../../ui/dialogs/Drawer.tsx';
import { controlClasses } from '../../../../ui/fields/Field.tsx';
import { onDemand } from '../../../../ui/loading/OnDemand.tsx';
import { AnswerBubble } from '../../../answers/answer/AnswerBubble.tsx';
import { AnswerFacts } from '../../../answers/answer/AnswerFacts.tsx';
import { AnswerFailure } from '../../../answers/answer/AnswerFailure.tsx';
import { AnswerText } from '../../../answers/answer/AnswerText.tsx';
import { CitationChip } from '../../../answers/answer/CitationChip.tsx';
import { LeftOutSentences } from '../../../answers/answer/LeftOutSentences.tsx';
import { withoutMarks } from '../../../answers/answer/marks.ts';
import { Offered } from '../../../answers/answer/Offered.tsx';
import { Understood } from '../../../answers/answer/Understood.tsx';
import { useSourcesView } from '../../address.ts';
import { sourcesStateQuery } from '../../source-queries.ts';
import { askTest, type Exchange, restartTests, resumeTests, stopTest, testsOf } from './conversation.ts';
import { TestedPassages } from './TestedPassages.tsx';
import { testTexts } from './texts.ts';

const ChangeAnswer = onDemand(() =>
  import('../../../answers/writing/ChangeAnswer.tsx').then((file) => file.ChangeAnswer),
);

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

function Answer({
  chatbotId,
  exchange,
  isLast,
  isStale,
  keepsTest,
  onAgain,
  onAsk,
}: {
  chatbotId: string;
  exchange: Exchange;
  isLast: boolean;
  isStale: boolean;
  keepsTest: boolean;
  onAgain: () => void;
  onAsk: (question: string) => void;
}) {
  const t = useTexts(testTexts);
  const [isWriting, setIsWriting] = useState(false);
  const { to } = useSourcesView();
  const { state, text, mode, citations, passages, tokens, seconds } = exchange;
  const chip = (number: number, key: string): ReactNode => {
    const citation = citations.find((one) => one.number === number);
    const passage = passages.find(({ id }) => id === citation?.passageId);
    return (
      <CitationChip
        key={key}
        number={number}
        name={citation?.sourceName}
        to={
          passage &&
          to({
            source: passage.sourceId,
            passage: passage.id,
            page: citation?.position.page,
            test: keepsTest,
          })
        }
      />
    );
  };
  const isRunning = state === 'waiting' || state === 'streaming';
  const isUnanswered = state === 'done' && mode === 'unanswered';
  return (
    <div className="flex flex-col gap-3">
      {(text !== '' || isRunning) && (
        <AnswerBubble className="me-6 w-fit max-w-full">
          {text !== '' && <AnswerText text={state === 'streaming' ? cutUnsettled(text) : text} chip={chip} />}
        </AnswerBubble>
      )}
      <LeftOutSentences sentences={exchange.leftOut} />
      <Offered subjects={exchange.subjects} onAsk={onAsk} />
      <AnswerFacts {...{ mode, smallTalk: exchange.smallTalk, tokens, seconds }} />
      {state === 'done' && !exchange.smallTalk && (
        <TestedPassages passages={passages} citations={citations} keepsTest={keepsTest} />
      )}
      {state === 'failed' && <AnswerFailure error={exchange.error} onAgain={onAgain} />}
      {state === 'stopped' && <p className="text-sm text-text-2">{t.stopped}</p>}
      {isStale && <p className="text-sm text-text-2">{t.changed}</p>}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isUnanswered && (
          <Button size="sm" icon={<PenLine {...icon} size={16} />} onClick={() => setIsWriting(true)}>
            {t.answerThis}
          </Button>
        )}
        {isLast && (state === 'done' || state === 'stopped') && (
          <Button size="sm" icon={<RefreshCw {...icon} size={16} />} onClick={onAgain}>
            {t.again}
          </Button>
        )}
      </div>
      {isWriting && (
        <ChangeAnswer
          writing={{ chatbotId, question: exchange.understood ?? exchange.question, answer: '' }}
          onClose={() => setIsWriting(false)}
        />
      )}
    </div>
  );
}

function Conversation({ chatbot, keepsTest }: { chatbot: Chatbot; keepsTest: boolean }) {
  const t = useTexts(testTexts);
  const { exchanges } = useStore(testsOf(chatbot.id));
  const draftName = `test:${chatbot.id}`;
  const [question, setQuestion] = useState(() => drafts.read(draftName) ?? '');
  const fieldId = useId();
  const list = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  const { data: sources } = useQuery(sourcesStateQuery(chatbot.id));
  const recent = useQuery({
    queryKey: ['tests', chatbot.id],
    queryFn: async () => {
      await resumeTests(chatbot.id);
      return null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: exchanges.length === 0,
  });
  const last = exchanges.at(-1);
  /** It answers here, and no visitor meets it yet. */
  const isNowhere = chatbot.platform === 'website' && !chatbot.seenOn && last?.mode !== 'unanswered';
  const isRunning = last?.state === 'waiting' || last?.state === 'streaming';
  const ask = (text: string) =>
    void askTest(chatbot.id, text, client.ensureQueryData(sourcesStateQuery(chatbot.id)));
  /** Kept: who closes the test to look at a source comes back to it. */
  const write = (text: string) => {
    setQuestion(text);
    if (text === '') drafts.remove(draftName);
    else drafts.write(draftName, text);
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const text = question.trim();
    if (text === '' || isRunning) return;
    write('');
    ask(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method's own Enter chooses letters.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  // What was just asked comes into view; the answer then grows below it, and the page around stays where it is.
  const newest = last?.key;
  useEffect(() => {
    if (newest !== undefined && list.current && end.current)
      list.current.scrollTop =
        end.current.offsetTop - Number.parseFloat(getComputedStyle(list.current).paddingTop);
  }, [newest]);
  return (
    <>
      <div ref={list} className="relative flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto p-4">
        {exchanges.length === 0 && (
          <div className="flex flex-col gap-2 text-md text-text-2">
            <p>{t.intro}</p>
            <p className="text-sm">{t.charged}</p>
            {recent.isError && <p className="text-sm">{t.recentFailed}</p>}
          </div>
        )}
        {exchanges.map((exchange) => (
          <div
            key={exchange.key}
            ref={exchange.key === newest ? end : undefined}
            // So tall that its question can stand at the top, however short its answer is yet.
            className={cx('flex flex-col gap-3', exchange.key === newest && 'min-h-full shrink-0')}
          >
            <p className="speech-own ms-10 w-fit max-w-full self-end whitespace-pre-line text-pretty bg-text px-3.5 py-2.5 text-md text-canvas [--speech-size:var(--radius-3)] [overflow-wrap:anywhere]">
              <span className="visually-hidden">{t.you}</span> {exchange.question}
            </p>
            <Understood text={exchange.understood} />
            <Answer
              chatbotId={chatbot.id}
              exchange={exchange}
              isLast={exchange === last}
              isStale={
                exchange === last &&
                exchange.state === 'done' &&
                exchange.sources !== undefined &&
                sources !== undefined &&
                exchange.sources !== sources
              }
              keepsTest={keepsTest}
              onAgain={() => ask(exchange.question)}
              onAsk={(subject) => isRunning || ask(subject)}
            />
            {exchange === last && exchange.state === 'done' && isNowhere && (
              <ButtonLink
                size="sm"
                look="primary"
                className="self-start"
                icon={<Globe {...icon} size={16} />}
                to={`/chatbots/${chatbot.id}/personnaliser?tab=integration`}
              >
                {t.toSite}
              </ButtonLink>
            )}
          </div>
        ))}
      </div>
      <p aria-live="polite" className="visually-hidden">
        {last?.state === 'done' ? withoutMarks(last.text) : ''}
      </p>
      <form onSubmit={submit} className="flex items-end gap-2 border-t border-line p-4">
        <label htmlFor={fieldId} className="visually-hidden">
          {t.question}
        </label>
        <textarea
          id={fieldId}
          rows={1}
          data-autofocus
          value={question}
          placeholder={t.question}
          maxLength={limits.visitorText}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          className={`${controlClasses} field-sizing-content max-h-40 min-h-11 resize-none py-2.5 leading-snug`}
        />
        {isRunning ? (
          <Button
            className="shrink-0"
            icon={<Square {...icon} size={14} />}
            onClick={() => stopTest(chatbot.id)}
          >
            {t.stop}
          </Button>
        ) : (
          <button
            type="submit"
            aria-label={t.send}
            title={t.send}
            className="speech inline-flex size-11 shrink-0 items-center justify-center bg-accent text-accent-ink motion-fast [--speech-size:var(--radius-2)] hover:bg-accent-hover active:bg-accent-active forced-colors:border"
          >
            <ArrowUp size={20} strokeWidth={2} aria-hidden="true" />
          </button>
        )}
      </form>
    </>
  );
}

/** A question to the chatbot as a visitor asks it, with what the answer was made of. */
export function TestChatbot({
  chatbot,
  isBeside,
  onClose,
}: {
  chatbot: Chatbot;
  /** There is room for it beside the sources; else it slides over them. */
  isBeside: boolean;
  onClose: () => void;
}) {
  const t = useTexts(testTexts);
  const w = useTexts(words);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isBeside)
      place.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
  }, [isBeside]);
  const content = (
    <>
      <div className="flex items-center gap-2 border-b border-line py-3 ps-4 pe-2">
        <FlaskConical {...icon} size={20} className="shrink-0 text-accent-text" />
        <h2 className="display-type flex-1 text-lg">{t.title}</h2>
        <IconButton label={t.restart} onClick={() => restartTests(chatbot.id)}>
          <RotateCcw {...icon} />
        </IconButton>
        <IconButton label={w.close} onClick={onClose}>
          <X {...icon} size={20} />
        </IconButton>
      </div>
      <Conversation chatbot={chatbot} keepsTest={isBeside} />
    </>
  );
  if (isBeside) {
    return (
      <aside
        ref={place}
        aria-label={t.title}
        className="sticky top-0 flex h-dvh flex-col border-s border-line bg-surface"
      >
        {content}
      </aside>
    );
  }
  return (
    <Drawer
      open
      onOpenChange={(next) => !next && onClose()}
      title={t.title}
      side="end"
      className="w-[27rem] bg-surface"
    >
      {content}
    </Drawer>
  );
}
