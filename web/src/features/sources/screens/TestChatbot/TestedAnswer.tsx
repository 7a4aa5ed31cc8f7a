import { cutUnsettled } from '@parlance/contract/display/answer-blocks';
import { PenLine, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../../lib/language/texts.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { onDemand } from '../../../../ui/loading/OnDemand.tsx';
import { AnswerBubble } from '../../../answers/answer/AnswerBubble.tsx';
import { AnswerFacts } from '../../../answers/answer/AnswerFacts.tsx';
import { AnswerFailure } from '../../../answers/answer/AnswerFailure.tsx';
import { AnswerText } from '../../../answers/answer/AnswerText.tsx';
import { CitationChip } from '../../../answers/answer/CitationChip.tsx';
import { LeftOutSentences } from '../../../answers/answer/LeftOutSentences.tsx';
import { Offered } from '../../../answers/answer/Offered.tsx';
import { useSourcesView } from '../../address.ts';
import type { Exchange } from './conversation.ts';
import { TestedPassages } from './TestedPassages.tsx';
import { testTexts } from './texts.ts';

const ChangeAnswer = onDemand(() =>
  import('../../../answers/writing/ChangeAnswer.tsx').then((file) => file.ChangeAnswer),
);

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What the chatbot answered, what it was made of, and what can be done about it. */
export function TestedAnswer({
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
  const { state, text, mode, citations, passages, tokens, parts, seconds, fallback } = exchange;
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
      <AnswerFacts {...{ mode, smallTalk: exchange.smallTalk, tokens, parts, seconds, fallback }} />
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
