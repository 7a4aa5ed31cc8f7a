import type { CheckRun } from '@parlance/contract/endpoints/checks';
import { Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ProgressBar } from '../../../ui/display/Meter.tsx';
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
  const share = run.total === 0 ? 0 : run.done / run.total;
  const quarter = Math.floor(share * 4);
  const [announced, setAnnounced] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each quarter once
  useEffect(() => setAnnounced(`${t.running}. ${said}`), [quarter]);
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
      <div className="flex flex-col gap-2">
        <ProgressBar label={t.running} share={share} valueText={said} />
        <p className="tabular text-md text-text-2">
          {said} {t.canLeave}
        </p>
        <p role="status" className="visually-hidden">
          {announced}
        </p>
      </div>
    </Card>
  );
}
