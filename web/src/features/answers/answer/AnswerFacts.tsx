import type { AnswerMode } from '@parlance/contract/endpoints/embed';
import type { FallbackReason, LedgerPart } from '@parlance/contract/endpoints/usage';
import { ChevronDown, CircleHelp, Hand, PenLine, Quote } from 'lucide-react';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { cx } from '../../../ui/cx.ts';
import { answerTexts } from '../texts.ts';
import { TokenParts } from './TokenParts.tsx';

const modeIcons = { quoted: Quote, generated: PenLine, unanswered: CircleHelp };

/** The lines below an answer: how it came about, and why it only quotes, what it cost, which opens to what that went to. */
export function AnswerFacts({
  mode,
  smallTalk,
  tokens,
  parts = [],
  seconds,
  fallback,
}: {
  mode?: AnswerMode | undefined;
  smallTalk?: boolean | undefined;
  tokens?: number | undefined;
  parts?: readonly LedgerPart[] | undefined;
  seconds?: number | undefined;
  fallback?: FallbackReason | undefined;
}) {
  const t = useTexts(answerTexts);
  const format = useFormat();
  const partsId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const ModeIcon = smallTalk ? Hand : modeIcons[mode ?? 'quoted'];
  const cost = tokens === undefined ? undefined : t.tokens(format.number(tokens), tokens);
  const facts: Record<string, ReactNode> = {
    mode: mode && t[smallTalk ? 'smallTalk' : mode],
    cost:
      cost === undefined || parts.length === 0 ? (
        cost
      ) : (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? partsId : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className="rounded-1 font-medium whitespace-nowrap touch-target hover:text-text"
        >
          {cost}
          <ChevronDown
            size={14}
            strokeWidth={1.75}
            aria-hidden="true"
            className={cx('motion-fast ms-0.5 inline', isOpen && 'rotate-180')}
          />
        </button>
      ),
    seconds:
      seconds === undefined
        ? undefined
        : t.seconds(`${seconds < 0.1 ? '<\u00a0' : ''}${format.number(Math.max(0.1, seconds))}`),
  };
  const known = Object.entries(facts).filter(([, fact]) => fact !== undefined);
  if (known.length === 0) return null;
  return (
    <div className="flex items-start gap-1.5 text-sm text-text-2">
      <ModeIcon size={16} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
      <div className="min-w-0">
        <p>
          {known.map(([name, fact], at) => (
            <Fragment key={name}>
              {at > 0 && ' · '}
              {fact}
            </Fragment>
          ))}
        </p>
        {fallback && <p>{t[fallback]}</p>}
        {isOpen && (
          <div id={partsId}>
            <TokenParts parts={parts} />
          </div>
        )}
      </div>
    </div>
  );
}
