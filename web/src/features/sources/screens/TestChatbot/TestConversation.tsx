import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../../lib/language/texts.ts';
import { useStore } from '../../../../lib/storage/store.ts';
import { ButtonLink } from '../../../../ui/buttons/Button.tsx';
import { cx } from '../../../../ui/cx.ts';
import { withoutMarks } from '../../../answers/answer/marks.ts';
import { Understood } from '../../../answers/answer/Understood.tsx';
import { sourcesStateQuery } from '../../source-queries.ts';
import { askTest, resumeTests, testsOf } from './conversation.ts';
import { QuestionField } from './QuestionField.tsx';
import { TestedAnswer } from './TestedAnswer.tsx';
import { testTexts } from './texts.ts';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The questions of the test so far, and the field for the next. */
export function TestConversation({ chatbot, keepsTest }: { chatbot: Chatbot; keepsTest: boolean }) {
  const t = useTexts(testTexts);
  const { exchanges } = useStore(testsOf(chatbot.id));
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
  /** Whether it answers here while no visitor meets it yet. */
  const isNowhere = chatbot.platform === 'website' && !chatbot.seenOn && last?.mode !== 'unanswered';
  const isRunning = last?.state === 'waiting' || last?.state === 'streaming';
  const ask = (text: string) =>
    void askTest(chatbot.id, text, client.ensureQueryData(sourcesStateQuery(chatbot.id)));
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
            <TestedAnswer
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
      <QuestionField chatbotId={chatbot.id} isRunning={isRunning} onAsk={ask} />
    </>
  );
}
