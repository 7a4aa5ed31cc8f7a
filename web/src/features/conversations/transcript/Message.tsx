import type { TranscriptMessage } from '@parlance/contract/endpoints/conversations';
import type { Citation } from '@parlance/contract/endpoints/embed';
import { PenLine, ThumbsDown, ThumbsUp } from 'lucide-react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Pill } from '../../../ui/display/Pill.tsx';
import { Expandable } from '../../../ui/layout/Expandable.tsx';
import { AnswerFacts } from '../../answers/answer/AnswerFacts.tsx';
import { AnswerText } from '../../answers/answer/AnswerText.tsx';
import { CitationChip } from '../../answers/answer/CitationChip.tsx';
import { LeftOutSentences } from '../../answers/answer/LeftOutSentences.tsx';
import { Offered } from '../../answers/answer/Offered.tsx';
import { Understood } from '../../answers/answer/Understood.tsx';
import { passageAddress } from '../../answers/passages/address.ts';
import { PassageCard } from '../../answers/passages/PassageCard.tsx';
import { texts } from '../texts.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

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

/** How far an answer came on a messenger, and why it did not arrive. */
function DeliveryState({ delivery }: Pick<TranscriptMessage, 'delivery'>) {
  const t = useTexts(texts);
  if (!delivery) return null;
  const { status, message, detail } = delivery;
  if (status !== 'failed') return <span className="text-xs text-text-3">{t[status]}</span>;
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-sm text-danger-text">
      <Pill tone="danger">{t.failed}</Pill>
      {message}
      {detail && <span dir="auto">({detail})</span>}
    </span>
  );
}

/** What one of the two said, and of an answer what it was made of. */
export function Message({
  chatbotId,
  message,
  onAnswer,
}: {
  chatbotId: string;
  message: TranscriptMessage;
  /** Writes what should have been said; absent where its question isn't known. */
  onAnswer: (() => void) | undefined;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const { role, text, createdAt, mode, citations = [], passages = [], tokens, parts, feedback } = message;
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
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <AnswerFacts {...{ mode, smallTalk: message.smallTalk, tokens, parts, fallback: message.fallback }} />
        {feedback && (
          <Pill
            tone={feedback === 'up' ? 'success' : 'danger'}
            icon={<Thumb size={14} strokeWidth={2} aria-hidden="true" />}
          >
            {t[feedback]}
          </Pill>
        )}
        {time}
        <DeliveryState delivery={message.delivery} />
      </div>
      {onAnswer && (
        <Button
          size="sm"
          look={message.unansweredId === undefined ? 'quiet' : 'secondary'}
          icon={<PenLine {...icon} />}
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
