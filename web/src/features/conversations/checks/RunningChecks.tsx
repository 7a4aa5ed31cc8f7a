import type { CheckRun } from '@parlance/contract/endpoints/checks';
import { Square } from 'lucide-react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { WorkUnderWay } from '../../../ui/display/WorkUnderWay.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { outcomeHandlers } from '../../../ui/toasts/outcome.ts';
import { useStopChecks } from './queries.ts';
import { checkTexts } from './texts.ts';

/** A run on its way: its true share, its quarters announced. */
export function RunningChecks({ chatbotId, run }: { chatbotId: string; run: CheckRun }) {
  const t = useTexts(checkTexts);
  const stop = useStopChecks(chatbotId);
  const format = useFormat();
  const said = t.runningText(format.number(run.done), format.number(run.total));
  return (
    <Card
      title={t.running}
      aside={
        <Button
          size="sm"
          icon={<Square size={14} strokeWidth={1.75} aria-hidden="true" />}
          busy={stop.isPending}
          onClick={() => stop.mutate(run.id, outcomeHandlers(t.stopFailed))}
        >
          {t.stop}
        </Button>
      }
    >
      <WorkUnderWay label={t.running} done={run.done} total={run.total} said={said}>
        <p className="tabular text-md text-text-2">
          {said} {t.canLeave}
        </p>
      </WorkUnderWay>
    </Card>
  );
}
