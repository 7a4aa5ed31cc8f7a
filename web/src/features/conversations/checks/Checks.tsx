import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import type { Check, CheckRun } from '@parlance/contract/endpoints/checks';
import { limits } from '@parlance/contract/limits';
import { Play, Plus } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { TableSkeleton } from '../../../ui/loading/Skeleton.tsx';
import { CheckResults } from './CheckResults.tsx';
import { CheckRow } from './CheckRow.tsx';
import { useCheckList } from './check-list.ts';
import { RunningChecks } from './RunningChecks.tsx';
import { checkTexts } from './texts.ts';

const CheckDialog = onDemand(() => import('./CheckDialog.tsx').then((file) => file.CheckDialog));

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;
const suggestionsShown = 4;

/** Questions with what their answers must contain, asked all at once after each change. */
export function Checks({ chatbot }: { chatbot: Chatbot }) {
  const t = useTexts(checkTexts);
  const [open, setOpen] = useState<{ check?: Check; question?: string }>();
  const { queries, checks, running, ended, chosen, choose, begin, isBeginning, remove } = useCheckList(
    chatbot.id,
  );

  const dialog = open && (
    <CheckDialog
      chatbotId={chatbot.id}
      {...open}
      onClose={() => setOpen(undefined)}
      onFailed={() => setOpen(undefined)}
    />
  );
  for (const { error, data, refetch } of queries)
    if (error && !data)
      return <LoadFailure title={t.loadFailed} error={error} onRetry={() => void refetch()} />;
  if (!checks) return <TableSkeleton />;
  const results = chosen && !running && chosen.total > 0 && (
    <CheckResults chatbotId={chatbot.id} runs={ended} chosen={chosen} onChoose={choose} />
  );
  if (checks.length === 0)
    return (
      <div className="flex flex-col gap-5">
        <NoChecks chatbot={chatbot} onAdd={(question) => setOpen({ question })} />
        {results}
        {dialog}
      </div>
    );

  return (
    <div className="flex flex-col gap-5">
      <ChecksHead
        count={checks.length}
        lastRun={ended.find(({ done, tokens }) => done > 0 && tokens > 0)}
        isRunning={isBeginning || running !== undefined}
        onAdd={() => setOpen({})}
        onRun={() => void begin()}
      />
      {running && <RunningChecks chatbotId={chatbot.id} run={running} />}
      {results}
      <Card title={t.checks}>
        <ul className="flex flex-col">
          {checks.map((check) => (
            <CheckRow
              key={check.id}
              check={check}
              onEdit={() => setOpen({ check })}
              onDelete={() => remove(check)}
            />
          ))}
        </ul>
      </Card>
      {dialog}
    </div>
  );
}

function NoChecks({ chatbot, onAdd }: { chatbot: Chatbot; onAdd: (question?: string) => void }) {
  const t = useTexts(checkTexts);
  return (
    <EmptyState
      title={t.emptyTitle}
      action={
        <div className="flex flex-col items-center gap-5">
          <Button look="primary" icon={<Plus {...icon} />} onClick={() => onAdd()}>
            {t.add}
          </Button>
          {chatbot.suggestions.length > 0 && (
            <div className="flex flex-col items-center gap-2">
              <p className="text-sm text-text-3">{t.fromSuggestions}</p>
              <div className="flex flex-wrap justify-center gap-2">
                {chatbot.suggestions.slice(0, suggestionsShown).map((question) => (
                  <Button key={question} size="sm" onClick={() => onAdd(question)}>
                    {question}
                  </Button>
                ))}
              </div>
            </div>
          )}
        </div>
      }
    >
      {t.emptyText}
    </EmptyState>
  );
}

/** What asking them all would cost, and the buttons to do so and to add one. */
function ChecksHead({
  count,
  lastRun,
  isRunning,
  onAdd,
  onRun,
}: {
  count: number;
  /** The last one that cost something. */
  lastRun: CheckRun | undefined;
  isRunning: boolean;
  onAdd: () => void;
  onRun: () => void;
}) {
  const t = useTexts(checkTexts);
  const format = useFormat();
  const questions = t.questions(count, format.number(count));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-0 flex-1 basis-72 text-md text-text-2">
        {lastRun
          ? t.costKnown(questions, format.number(Math.ceil((lastRun.tokens / lastRun.done) * count)))
          : t.costUnknown(questions)}
      </p>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:grow">
        {count < limits.checksPerChatbot ? (
          <Button icon={<Plus {...icon} />} onClick={onAdd}>
            {t.add}
          </Button>
        ) : (
          <p className="self-center text-sm text-text-2">{t.limitReached(limits.checksPerChatbot)}</p>
        )}
        <Button look="primary" icon={<Play {...icon} />} busy={isRunning} onClick={onRun}>
          {t.runAll}
        </Button>
      </div>
    </div>
  );
}
