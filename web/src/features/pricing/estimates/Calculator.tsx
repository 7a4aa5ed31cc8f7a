import type { Plan } from '@parlance/contract/endpoints/usage';
import { tokensOfLength } from '@parlance/contract/limits';
import { useState } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import type { OfferedPlan } from '../../../lib/queries/plans.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Expandable } from '../../../ui/layout/Expandable.tsx';
import { NumberField } from '../../customiser/fields/NumberField.tsx';
import { usePlanName } from '../plan-name.ts';
import {
  type AnswerLength,
  answerLengths,
  cheapestPlan,
  estimateMonth,
  questionLength,
  type Traffic,
  trafficLimits,
} from './calculator.ts';
import { estimateTexts } from './texts.ts';

const lengthNames = { 100: 'short', 150: 'medium', 225: 'long' } as const;

/** The month’s tokens in a sentence, and how they were counted. */
function Sentences({ traffic, isQuoting }: { traffic: Traffic; isQuoting: boolean }) {
  const t = useTexts(estimateTexts);
  const { number } = useFormat();
  const { visitors, messages, answerLength } = traffic;
  const { exchanges, answer, exchange, month } = estimateMonth(traffic, isQuoting);
  const [low, high] = [number(month.low), number(month.high)];
  const parts = [
    t.visitorCount(number(visitors), visitors),
    t.messageCount(number(messages), messages),
    t.exchangeCount(number(exchanges), exchanges),
  ] as const;
  const steps = [
    t.howExchanges(number(visitors), number(messages), number(exchanges)),
    ...(isQuoting ? [t.howQuestion(questionLength, number(tokensOfLength(questionLength)))] : []),
    t.howAnswer(answerLength, number(answer)),
    ...(isQuoting
      ? [t.howQuoted(number(exchange.high)), t.howMonthExact(number(exchanges), number(exchange.high), high)]
      : [
          t.howExchange(number(exchange.low), number(exchange.high)),
          t.howMonth(number(exchanges), number(exchange.low), number(exchange.high), low, high),
        ]),
  ];
  return (
    <>
      <p role="status" className="tabular text-lg">
        {month.low === month.high ? t.sentenceExact(...parts, high) : t.sentence(...parts, low, high)}
      </p>
      <Expandable title={t.how}>
        <ol className="tabular flex list-decimal flex-col gap-1.5 ps-5 text-sm text-text-2">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Expandable>
    </>
  );
}

/** Which plan is enough, and the way to it. */
function Advice({
  traffic,
  isQuoting,
  plans,
  current,
  onSee,
}: {
  traffic: Traffic;
  isQuoting: boolean;
  plans: readonly OfferedPlan[];
  current: Plan['id'] | undefined;
  onSee: (plan: Plan['id']) => void;
}) {
  const t = useTexts(estimateTexts);
  const nameOf = usePlanName();
  const { month } = estimateMonth(traffic, isQuoting);
  const plan = cheapestPlan(plans, month.high);
  const perhaps = cheapestPlan(plans, month.low);
  const sentenceFor = ({ id, priceEur }: OfferedPlan) => {
    if (id === current) return t.enoughCurrent(nameOf(id));
    return priceEur === null ? t.enoughOnRequest(nameOf(id)) : t.enough(nameOf(id));
  };
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <p role="status" className="text-md">
        <strong className="font-strong">{plan ? sentenceFor(plan) : t.none}</strong>{' '}
        {perhaps && perhaps.id !== plan?.id && (
          <span className="text-text-2">{t.perhapsEnough(nameOf(perhaps.id))}</span>
        )}
      </p>
      {plan && (
        <Button className="self-start" onClick={() => onSee(plan.id)}>
          {t.seePlan(nameOf(plan.id))}
        </Button>
      )}
      <p className="text-sm text-text-3">{t.onlyMessages}</p>
    </div>
  );
}

/** What a month costs in tokens, and which plan that takes. */
export function Calculator({
  plans,
  current,
  isQuoting,
  onSee,
}: {
  plans: readonly OfferedPlan[];
  current: Plan['id'] | undefined;
  isQuoting: boolean;
  onSee: (plan: Plan['id']) => void;
}) {
  const t = useTexts(estimateTexts);
  const [visitors, setVisitors] = useState<number | null>(500);
  const [messages, setMessages] = useState<number | null>(3);
  const [answerLength, setAnswerLength] = useState<AnswerLength>(150);
  const traffic = visitors !== null && messages !== null ? { visitors, messages, answerLength } : undefined;
  return (
    <Card title={t.title}>
      <div className="grid grid-cols-1 gap-6 @3xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] @3xl:gap-10">
        <div className="flex flex-col gap-4">
          <NumberField
            label={t.visitors}
            value={visitors}
            onChange={setVisitors}
            isWhole
            isRight={(value) => Number.isInteger(value) && value <= trafficLimits.visitors}
            wrong={t.visitorsWrong}
          />
          <NumberField
            label={t.messages}
            value={messages}
            onChange={setMessages}
            isWhole
            isRight={(value) => Number.isInteger(value) && value >= 1 && value <= trafficLimits.messages}
            wrong={t.messagesWrong}
          />
          <div className="flex flex-col items-start gap-1.5">
            <span aria-hidden="true" className="text-sm font-medium">
              {t.answerLength}
            </span>
            <Segmented
              label={t.answerLength}
              value={lengthNames[answerLength]}
              onChange={(name) =>
                setAnswerLength(answerLengths.find((length) => lengthNames[length] === name) ?? answerLength)
              }
              options={answerLengths.map((length) => ({
                value: lengthNames[length],
                label: t[lengthNames[length]],
              }))}
            />
            <span className="text-sm text-text-3">{t.characters(answerLength)}</span>
          </div>
        </div>
        <div className="flex flex-col gap-4">
          {traffic ? (
            <>
              <Sentences traffic={traffic} isQuoting={isQuoting} />
              <Advice traffic={traffic} isQuoting={isQuoting} plans={plans} current={current} onSee={onSee} />
            </>
          ) : (
            <p className="text-md text-text-2">{t.incomplete}</p>
          )}
        </div>
      </div>
    </Card>
  );
}
