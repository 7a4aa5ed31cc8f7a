import type { Citation } from '@parlance/contract/endpoints/embed';
import type { Passage } from '@parlance/contract/endpoints/sources';
import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { useTexts } from '../../../lib/language/texts.ts';
import { cx } from '../../../ui/cx.ts';
import { Pill } from '../../../ui/display/Pill.tsx';
import { answerTexts } from '../texts.ts';
import { describePosition } from './position.ts';

/** A passage that was found for an answer: its source and place, which lead there, and its text or what was cited of it. */
export function PassageCard({
  passage,
  citation,
  to,
  isShown = false,
  children,
}: {
  passage: Pick<Passage, 'sourceName' | 'position' | 'text'>;
  citation: Citation | undefined;
  /** Where it leads; nowhere, where the passage is gone. */
  to: To | undefined;
  /** Whether it is what is looked at, beside. */
  isShown?: boolean;
  children?: ReactNode;
}) {
  const t = useTexts(answerTexts);
  const place = describePosition((citation ?? passage).position, t);
  const name = (
    <>
      <span className="block font-medium text-text [overflow-wrap:anywhere]">
        <bdi>{passage.sourceName}</bdi>
      </span>
      {place && <span className="block text-text-2 [overflow-wrap:anywhere]">{place}</span>}
    </>
  );
  return (
    <li
      aria-current={isShown || undefined}
      className={cx(
        'relative flex flex-col gap-2 rounded-3 border bg-surface p-3',
        to && 'hover:bg-hover',
        isShown ? 'border-accent-strong ring-1 ring-accent-strong' : 'border-line',
      )}
    >
      <div className="flex items-start justify-between gap-3">
        {to ? (
          <Link
            to={to}
            preventScrollReset
            className="min-w-0 rounded-1 text-sm after:absolute after:inset-0 after:rounded-3"
          >
            {name}
          </Link>
        ) : (
          <span className="min-w-0 text-sm">{name}</span>
        )}
        {citation && <Pill tone="success">{t.used(citation.number)}</Pill>}
      </div>
      <p
        dir="auto"
        className={cx(
          'line-clamp-4 text-sm [overflow-wrap:anywhere]',
          citation ? 'text-text' : 'text-text-2',
        )}
      >
        {citation?.quote ?? passage.text}
      </p>
      {children}
    </li>
  );
}
