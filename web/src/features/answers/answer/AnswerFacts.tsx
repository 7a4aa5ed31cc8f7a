import type { AnswerMode } from '@parlance/contract/endpoints/embed';
import { CircleHelp, Hand, PenLine, Quote } from 'lucide-react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { answerTexts } from '../texts.ts';

const modeIcons = { quoted: Quote, generated: PenLine, unanswered: CircleHelp };

/** The line below an answer: how it came about, what it cost. */
export function AnswerFacts({
  mode,
  smallTalk,
  tokens,
  seconds,
}: {
  mode?: AnswerMode | undefined;
  smallTalk?: boolean | undefined;
  tokens?: number | undefined;
  seconds?: number | undefined;
}) {
  const t = useTexts(answerTexts);
  const format = useFormat();
  const ModeIcon = smallTalk ? Hand : modeIcons[mode ?? 'quoted'];
  const facts = [
    mode === undefined ? '' : t[smallTalk ? 'smallTalk' : mode],
    tokens === undefined ? '' : t.tokens(format.number(tokens)),
    seconds === undefined
      ? ''
      : t.seconds(`${seconds < 0.1 ? '<\u00a0' : ''}${format.number(Math.max(0.1, seconds))}`),
  ].filter((fact) => fact !== '');
  if (facts.length === 0) return null;
  return (
    <p className="flex items-start gap-1.5 text-sm text-text-2">
      <ModeIcon size={16} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
      {facts.join(' · ')}
    </p>
  );
}
