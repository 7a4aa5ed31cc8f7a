import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import type { SummaryPeriod } from '@parlance/contract/endpoints/summaries';
import { Sparkles } from 'lucide-react';
import { limitOf } from '../../../lib/calls/plan-limits.ts';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { PlanButton } from '../../../ui/buttons/PlanLink.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { HelpTip } from '../../help/HelpTip.tsx';
import { estimateQuery } from './queries.ts';
import { periodWords, summaryTexts } from './texts.ts';

const periods = ['24h', '7d', '30d'] as const;

/** The period, what a summary of it would read and cost, and the button to have it made. */
export function CreateCard({
  chatbot,
  period,
  onPeriod,
  isBusy,
  refusal,
  onCreate,
}: {
  chatbot: Chatbot;
  period: SummaryPeriod;
  onPeriod: (period: SummaryPeriod) => void;
  /** Whether one of this period is being made. */
  isBusy: boolean;
  /** Why it could not be begun. */
  refusal: unknown;
  onCreate: () => void;
}) {
  const t = useTexts(summaryTexts);
  const w = useTexts(words);
  const { data: estimate, error, refetch } = useQuery(estimateQuery(chatbot.id, period));
  const limit = limitOf(refusal);
  return (
    <Card
      title={t.create}
      tip={<HelpTip about="summaryCost" />}
      aside={
        <Segmented
          label={t.create}
          value={period}
          onChange={onPeriod}
          options={periods.map((value) => ({ value, label: t[periodWords[value]] }))}
        />
      }
    >
      <div className="flex flex-col gap-4">
        {error && !estimate ? (
          <LoadFailure title={t.estimateFailed} error={error} onRetry={() => void refetch()} />
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            {/* The lines keep their place while they are counted. */}
            <div className="min-h-10 min-w-0 flex-1 basis-64 text-md text-text-2">
              {estimate ? <Estimate estimate={estimate} /> : <Skeleton className="h-10 w-full max-w-80" />}
            </div>
            {estimate?.conversations !== 0 && (
              <Button
                look="primary"
                icon={<Sparkles size={18} strokeWidth={1.75} aria-hidden="true" />}
                busy={isBusy}
                onClick={onCreate}
                className="max-sm:w-full"
              >
                {t.generate}
              </Button>
            )}
          </div>
        )}
        {refusal !== null && refusal !== undefined && (
          <Alert
            tone={limit ? 'warning' : 'danger'}
            live
            title={t.createFailed}
            action={
              limit ? (
                <PlanButton size="sm" limit={limit} />
              ) : (
                <Button size="sm" onClick={onCreate}>
                  {w.retry}
                </Button>
              )
            }
          >
            {sentenceOf(refusal)}
          </Alert>
        )}
      </div>
    </Card>
  );
}

function Estimate({
  estimate: { conversations, messages, tokens, mode },
}: {
  estimate: { conversations: number; messages: number; tokens: number; mode: 'generated' | 'counted' };
}) {
  const t = useTexts(summaryTexts);
  const { number } = useFormat();
  if (conversations === 0) return <p role="status">{t.nothing}</p>;
  const toRead = t.toRead(
    t.conversations(conversations, number(conversations)),
    t.messages(messages, number(messages)),
  );
  return (
    <>
      <p className="text-text">{toRead}</p>
      <p>{mode === 'counted' ? t.free : t.cost(number(tokens))}</p>
    </>
  );
}
