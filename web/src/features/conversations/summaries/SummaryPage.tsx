import type { Summary } from '@parlance/contract/endpoints/summaries';
import { Calculator, Copy, Sparkles, Trash2 } from 'lucide-react';
import { copyText } from '../../../lib/browser/copy.ts';
import { limitOfCode } from '../../../lib/calls/plan-limits.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { PlanButton } from '../../../ui/buttons/PlanLink.tsx';
import { Pill } from '../../../ui/display/Pill.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { reportOutcome, showToast } from '../../../ui/toasts/toasts.ts';
import { SummaryCharts, SummaryTiles } from './SummaryFigures.tsx';
import { SummaryItems } from './SummaryItems.tsx';
import { periodTitles, summaryTexts } from './texts.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What visitors said in a period, on one page. */
export function SummaryPage({
  summary,
  onDelete,
  onAnswer,
}: {
  summary: Summary;
  onDelete: () => void;
  onAnswer: (question: string) => void;
}) {
  const t = useTexts(summaryTexts);
  const { figures, sections, language } = summary;
  return (
    <article className="flex min-w-0 flex-col gap-4">
      <Head summary={summary} onDelete={onDelete} />
      {figures && <SummaryTiles figures={figures} />}
      {sections.map((section) => (
        <SummaryItems key={section.kind} section={section} language={language} onAnswer={onAnswer} />
      ))}
      {sections.length === 0 && <Alert tone="info">{t.figuresOnly}</Alert>}
      {figures && <SummaryCharts figures={figures} />}
    </article>
  );
}

function Head({ summary, onDelete }: { summary: Summary; onDelete: () => void }) {
  const t = useTexts(summaryTexts);
  const format = useFormat();
  const { number } = format;
  const { period, from, to, conversations, messages, tokens, mode, text } = summary;
  const copy = () =>
    copyText(text).then(
      () => {
        reportOutcome(t.copyFailed).succeeded();
        showToast({ tone: 'success', title: t.copied });
      },
      () => reportOutcome(t.copyFailed).failed(),
    );
  // Of a day, the hours say more than the date.
  const write = period === '24h' ? format.moment : format.date;
  return (
    <Card
      title={t[periodTitles[period]]}
      aside={
        <div className="flex gap-2">
          <Button size="sm" icon={<Copy {...icon} />} onClick={() => void copy()}>
            {t.copy}
          </Button>
          <IconButton size="sm" label={t.delete} onClick={onDelete}>
            <Trash2 {...icon} size={18} />
          </IconButton>
        </div>
      }
    >
      <div className="flex flex-col gap-2">
        <p className="text-lg text-text">
          {t.drawnFrom(
            t.conversations(conversations, number(conversations)),
            t.messages(messages, number(messages)),
          )}
        </p>
        <p className="text-md text-text-2">{t.span(write(from), write(to))}</p>
        {mode && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-2">
            <Pill
              tone={mode === 'generated' ? 'info' : 'neutral'}
              icon={mode === 'generated' ? <Sparkles {...icon} /> : <Calculator {...icon} />}
            >
              {mode === 'generated' ? t.generated : t.counted}
            </Pill>
            <span>{mode === 'generated' ? t.generatedHelp(number(tokens)) : t.countedHelp}</span>
          </p>
        )}
      </div>
    </Card>
  );
}

/** Why there is no summary, and the way on. */
export function FailedSummary({
  summary: { error },
  onRetry,
  onDelete,
}: {
  summary: Summary;
  onRetry: () => void;
  onDelete: () => void;
}) {
  const t = useTexts(summaryTexts);
  const w = useTexts(words);
  const limit = error ? limitOfCode(error.code) : undefined;
  return (
    <Alert
      tone={limit ? 'warning' : 'danger'}
      live
      title={t.failed}
      action={
        <>
          {limit ? (
            <PlanButton size="sm" limit={limit} />
          ) : (
            <Button size="sm" onClick={onRetry}>
              {w.retry}
            </Button>
          )}
          <IconButton size="sm" label={t.delete} onClick={onDelete}>
            <Trash2 {...icon} size={18} />
          </IconButton>
        </>
      }
    >
      {error?.message}
    </Alert>
  );
}
