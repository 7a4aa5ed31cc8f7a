import type { ReactNode } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { Spinner } from '../../../ui/buttons/Spinner.tsx';
import { cx } from '../../../ui/cx.ts';
import { answerTexts } from '../texts.ts';

/** What a chatbot says; while there is nothing yet, that it is searching. */
export function AnswerBubble({ className, children }: { className: string; children: ReactNode }) {
  const t = useTexts(answerTexts);
  return (
    <div
      className={cx(
        'speech flex flex-col gap-2 bg-sunken px-3.5 py-2.5 text-md text-text [--speech-size:var(--radius-3)] [overflow-wrap:anywhere]',
        className,
      )}
    >
      {children || (
        <span className="flex items-center gap-2 text-text-2">
          <Spinner size={16} />
          {t.searching}
        </span>
      )}
    </div>
  );
}
