import type { Setup } from '@parlance/contract/endpoints/usage';
import { Check } from 'lucide-react';
import { useTexts } from '../../../lib/language/texts.ts';
import { ButtonLink } from '../../../ui/buttons/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { texts } from '../texts.ts';

/** The three steps of the first days, the done ones ticked. */
export function StartCard({ chatbot }: { chatbot: Setup | undefined }) {
  const t = useTexts(texts);
  const steps = [
    {
      title: t.stepCreate,
      help: t.stepCreateHelp,
      isDone: chatbot !== undefined,
      action: (
        <ButtonLink look="primary" to="/chatbots?create=1">
          {t.create}
        </ButtonLink>
      ),
    },
    {
      title: t.stepSource,
      help: t.stepSourceHelp,
      isDone: chatbot?.hasSource === true,
      action: chatbot && (
        <ButtonLink look="primary" to={`/chatbots/${chatbot.id}/data-sources`}>
          {t.addSource}
        </ButtonLink>
      ),
    },
    {
      title: t.stepAsk,
      help: t.stepAskHelp,
      isDone: false,
      action: chatbot && (
        <ButtonLink look="primary" to={`/embed/${chatbot.publicId}`} reloadDocument target="_blank">
          {t.openTest}
        </ButtonLink>
      ),
    },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <Card title={t.startTitle}>
      <ol className="grid gap-4 @3xl:grid-cols-3">
        {steps.map(({ title, help, isDone, action }, index) => (
          <li
            key={title}
            aria-current={index === next ? 'step' : undefined}
            className={cx(
              'flex flex-col gap-3 rounded-3 border p-4',
              index === next ? 'border-accent-strong' : 'border-line',
            )}
          >
            <p className="flex items-center gap-3 text-md font-strong">
              <span
                className={cx(
                  'tabular flex size-7 shrink-0 items-center justify-center rounded-full text-sm',
                  isDone ? 'bg-accent-soft text-accent-text' : 'bg-sunken text-text-2',
                )}
              >
                {isDone ? <Check size={16} strokeWidth={2.25} aria-label={t.done} /> : index + 1}
              </span>
              {title}
            </p>
            <p className="text-md text-text-2">{help}</p>
            {index === next && <div className="mt-auto">{action}</div>}
          </li>
        ))}
      </ol>
    </Card>
  );
}
