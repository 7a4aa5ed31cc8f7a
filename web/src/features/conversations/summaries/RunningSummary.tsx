import type { Summary } from '@parlance/contract/endpoints/summaries';
import { Square } from 'lucide-react';
import { useSecondsSince } from '../../../lib/browser/seconds-since.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { WorkUnderWay } from '../../../ui/display/WorkUnderWay.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { outcomeHandlers } from '../../../ui/toasts/outcome.ts';
import { useStopSummary } from './queries.ts';
import { summaryTexts } from './texts.ts';

/** A summary on its way: how much of it is read, its quarters announced. */
export function RunningSummary({ summary, onStopped }: { summary: Summary; onStopped: () => void }) {
  const t = useTexts(summaryTexts);
  const format = useFormat();
  const stop = useStopSummary(summary.chatbotId);
  const seconds = useSecondsSince(summary.createdAt);
  const { done, total } = summary.progress ?? { done: 0, total: 0 };
  const said = total === 0 ? t.waiting : t.read(format.number(done), format.number(total));
  const outcome = outcomeHandlers(t.stopFailed);
  return (
    <Card
      title={t.running}
      aside={
        <Button
          size="sm"
          icon={<Square size={14} strokeWidth={1.75} aria-hidden="true" />}
          busy={stop.isPending}
          onClick={() =>
            stop.mutate(summary.id, {
              onError: outcome.onError,
              onSuccess() {
                outcome.onSuccess();
                onStopped();
              },
            })
          }
        >
          {t.stop}
        </Button>
      }
    >
      <WorkUnderWay label={t.running} done={done} total={total} said={said}>
        <p className="tabular flex flex-wrap justify-between gap-x-4 text-md text-text-2">
          <span>{said}</span>
          <span className="text-text-3">{t.elapsed(format.number(seconds))}</span>
        </p>
        <p className="text-md text-text-2">{t.canLeave}</p>
      </WorkUnderWay>
    </Card>
  );
}
