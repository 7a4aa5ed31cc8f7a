import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import type { OfferedPlan } from '../../../lib/queries/plans.ts';
import { cx } from '../../../ui/cx.ts';
import { Pill } from '../../../ui/display/Pill.tsx';
import { exchangesFor } from '../estimates/calculator.ts';
import { useEuros } from '../euros.ts';
import { usePlanName } from '../plan-name.ts';
import { texts } from '../texts.ts';

/** A limit in figures, with what it means below it. */
function Limit({
  figure,
  name,
  meaning,
}: {
  figure?: string | undefined;
  name: string;
  meaning?: string | undefined;
}) {
  return (
    <li className="flex gap-2 text-md">
      <Check size={16} strokeWidth={2.25} aria-hidden="true" className="mt-0.5 shrink-0 text-accent-text" />
      <span className="min-w-0">
        {figure && <span className="tabular font-strong text-text">{figure} </span>}
        <span className="text-text-2">{name}</span>
        {meaning && <span className="tabular block text-sm text-text-3">{meaning}</span>}
      </span>
    </li>
  );
}

/** A plan with its price and its limits; `action` is what can be done about it. */
export function PlanCard({
  plan,
  mark,
  isPointedOut,
  isQuoting,
  action,
}: {
  plan: OfferedPlan;
  /** A word on what this plan is to the account. */
  mark?: { text: string; isCurrent: boolean } | undefined;
  isPointedOut: boolean;
  /** An exchange that quotes costs its own words only: no figure of exchanges would be true. */
  isQuoting: boolean;
  action: ReactNode;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const euros = useEuros();
  const nameOf = usePlanName();
  const exchanges = isQuoting || plan.messageTokens === null ? undefined : exchangesFor(plan.messageTokens);
  const limits = [
    {
      value: plan.messageTokens,
      write: format.number,
      name: t.messageTokens,
      unlimited: t.unlimitedMessages,
    },
    { value: plan.storageTokens, write: format.number, name: t.storageTokens, unlimited: t.unlimitedStorage },
    { value: plan.storageBytes, write: format.size, name: t.storageBytes, unlimited: t.unlimitedFiles },
    {
      value: plan.chatbots,
      write: format.number,
      name: t.chatbots(plan.chatbots),
      unlimited: t.unlimitedChatbots,
    },
  ];
  return (
    <li
      id={`plan-${plan.id}`}
      aria-current={mark?.isCurrent || undefined}
      className={cx(
        'flex scroll-mt-20 flex-col gap-4 rounded-3 border bg-surface p-4 shadow-1',
        isPointedOut ? 'border-accent-strong ring-1 ring-accent-strong' : 'border-line',
      )}
    >
      <div className="flex flex-col gap-2">
        <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
          <h3 className="display-type text-lg">{nameOf(plan.id)}</h3>
          {mark && <Pill tone={mark.isCurrent ? 'success' : 'info'}>{mark.text}</Pill>}
        </div>
        {plan.priceEur === null ? (
          <p className="flex min-h-10 flex-col justify-end">
            <span className="text-lg font-strong">{t.onRequest}</span>
            <span className="text-sm text-text-3">{t.byContract}</span>
          </p>
        ) : (
          <p className="flex min-h-10 items-baseline gap-1.5">
            <span className="display-type tabular text-2xl">{euros(plan.priceEur)}</span>
            <span className="text-sm text-text-3">{t.perMonth}</span>
          </p>
        )}
      </div>
      <ul className="flex flex-col gap-2.5 border-t border-line pt-4">
        {limits.map(({ value, write, name, unlimited }, index) =>
          value === null ? (
            <Limit key={unlimited} name={unlimited} />
          ) : (
            <Limit
              key={unlimited}
              figure={write(value)}
              name={name}
              meaning={
                index === 0 && exchanges
                  ? t.exchanges(format.number(exchanges.low), format.number(exchanges.high))
                  : undefined
              }
            />
          ),
        )}
      </ul>
      <div className="mt-auto flex flex-col gap-2 pt-1">{action}</div>
    </li>
  );
}
