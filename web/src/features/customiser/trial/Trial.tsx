import { cutUnsettled } from '@parlance/contract/display/answer-blocks';
import { limits } from '@parlance/contract/limits';
import { FlaskConical, Square } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { controlClasses } from '../../../ui/fields/Field.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { AnswerBubble } from '../../answers/answer/AnswerBubble.tsx';
import { AnswerFacts } from '../../answers/answer/AnswerFacts.tsx';
import { AnswerFailure } from '../../answers/answer/AnswerFailure.tsx';
import { AnswerText } from '../../answers/answer/AnswerText.tsx';
import { CitationChip } from '../../answers/answer/CitationChip.tsx';
import { LeftOutSentences } from '../../answers/answer/LeftOutSentences.tsx';
import { withoutMarks } from '../../answers/answer/marks.ts';
import { Compared } from '../../answers/comparing/Compared.tsx';
import { compareWords, type Part } from '../../answers/comparing/differences.ts';
import { passageAddress } from '../../answers/passages/address.ts';
import { answerTexts } from '../../answers/texts.ts';
import type { Editing } from '../editing/draft.ts';
import { internalTexts } from '../internal-texts.ts';
import { isRunning, type TrialAnswer, trialInputOf, useTrial } from './use-trial.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

function Answer({
  title,
  chatbotId,
  tried,
  compared,
  onAgain,
}: {
  title: string;
  chatbotId: string;
  tried: TrialAnswer;
  compared: { parts: readonly Part[]; side: 'first' | 'second' } | undefined;
  onAgain: () => void;
}) {
  const a = useTexts(answerTexts);
  const { state, text, citations, passages, mode, tokens, parts, seconds, fallback } = tried;
  const chip = (number: number, key: string): ReactNode => {
    const citation = citations.find((one) => one.number === number);
    const passage = passages.find(({ id }) => id === citation?.passageId);
    return (
      <CitationChip
        key={key}
        number={number}
        isElsewhere
        {...(citation &&
          passage && {
            name: citation.sourceName,
            to: passageAddress(chatbotId, passage, citation),
          })}
      />
    );
  };
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2.5">
      <h3 className="text-sm font-strong text-text-2">{title}</h3>
      {(text !== '' || isRunning(tried)) && (
        <AnswerBubble className="w-full">
          {text !== '' &&
            (compared ? (
              <Compared {...compared} chip={chip} />
            ) : (
              <AnswerText text={state === 'streaming' ? cutUnsettled(text) : text} chip={chip} />
            ))}
        </AnswerBubble>
      )}
      <LeftOutSentences sentences={tried.leftOut} />
      <AnswerFacts {...{ mode, tokens, parts, seconds, fallback }} />
      {state === 'stopped' && <p className="text-sm text-text-2">{a.stopped}</p>}
      {state === 'failed' && <AnswerFailure error={tried.error} onAgain={onAgain} />}
    </section>
  );
}

/** A question to the chatbot as it is saved and as it is edited, side by side. */
export function Trial({ editing }: { editing: Editing }) {
  const t = useTexts(internalTexts);
  const a = useTexts(answerTexts);
  const fieldId = useId();
  const [question, setQuestion] = useState('');
  const chatbotId = editing.chatbot.id;
  const { trial, ask, stop } = useTrial(chatbotId);
  const draft = trialInputOf(editing);
  const isBusy = isRunning(trial?.saved) || isRunning(trial?.edited);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const text = question.trim();
    if (text !== '' && !isBusy) ask(text, draft);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method's own Enter chooses letters.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const again = () => trial && ask(trial.question, draft);
  const { saved, edited } = trial ?? {};
  const isWhole = saved?.state === 'done' && edited?.state === 'done';
  const isSame = isWhole && saved.text === edited.text;
  const parts = useMemo(
    () => (isWhole && !isSame ? compareWords(saved.text, edited.text) : undefined),
    [isWhole, isSame, saved?.text, edited?.text],
  );
  const isStale = trial !== undefined && !isBusy && JSON.stringify(trial.draft) !== JSON.stringify(draft);
  const verdict = !isWhole ? '' : isSame ? t.sameAnswer : t.differenceMarked;
  return (
    <Card
      title={t.trial}
      // Below the head of the page, which stays in sight and has two rows on narrower screens.
      className="lg:sticky lg:top-52 lg:max-h-[calc(100dvh-14rem)] lg:overflow-y-auto xl:top-36 xl:max-h-[calc(100dvh-10rem)]"
    >
      <div className="flex flex-col gap-4">
        <form onSubmit={submit} className="flex flex-col gap-2">
          <label htmlFor={fieldId} className="visually-hidden">
            {a.question}
          </label>
          <textarea
            id={fieldId}
            rows={2}
            dir="auto"
            value={question}
            placeholder={a.question}
            maxLength={limits.visitorText}
            onChange={(event) => setQuestion(event.target.value)}
            onKeyDown={onKeyDown}
            className={cx(controlClasses, 'field-sizing-content max-h-40 min-h-16 resize-none py-2.5')}
          />
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-40 text-sm text-text-3">
              {draft ? t.trialCostTwice : t.trialCost}
            </p>
            {isBusy ? (
              <Button icon={<Square {...icon} size={14} />} onClick={stop}>
                {a.stop}
              </Button>
            ) : (
              <Button look="primary" type="submit" icon={<FlaskConical {...icon} />}>
                {draft ? t.compare : t.ask}
              </Button>
            )}
          </div>
        </form>
        {!trial && <p className="text-md text-text-2">{t.trialIntro}</p>}
        {trial && saved && (
          <>
            <p
              dir="auto"
              className="speech-own w-fit max-w-full self-end bg-text px-3.5 py-2.5 text-md whitespace-pre-line text-canvas [--speech-size:var(--radius-3)] [overflow-wrap:anywhere]"
            >
              <span className="visually-hidden">{a.you}</span> {trial.question}
            </p>
            <div className={cx('grid gap-4', edited && '@md:grid-cols-2')}>
              <Answer
                title={edited ? t.asSaved : t.answer}
                chatbotId={chatbotId}
                tried={saved}
                compared={parts && { parts, side: 'first' }}
                onAgain={again}
              />
              {edited && (
                <Answer
                  title={t.asEdited}
                  chatbotId={chatbotId}
                  tried={edited}
                  compared={parts && { parts, side: 'second' }}
                  onAgain={again}
                />
              )}
            </div>
            {verdict !== '' && <p className="text-sm text-text-2">{verdict}</p>}
            {isStale && <p className="text-sm text-text-2">{t.editedSince}</p>}
          </>
        )}
        <p aria-live="polite" className="visually-hidden">
          {isBusy || !saved
            ? ''
            : withoutMarks(
                [
                  edited ? `${t.asSaved}.` : '',
                  saved.text,
                  edited ? `${t.asEdited}. ${edited.text}` : '',
                  verdict,
                ].join(' '),
              )}
        </p>
      </div>
    </Card>
  );
}
