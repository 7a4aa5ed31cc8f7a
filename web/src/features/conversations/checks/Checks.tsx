import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { type Check, type CheckRun, deleteCheck } from '@parlance/contract/endpoints/checks';
import { limits } from '@parlance/contract/limits';
import {
  CircleCheck,
  CircleDashed,
  Ellipsis,
  Pencil,
  Play,
  Plus,
  Square,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ProblemError } from '../../../lib/calls/api.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { useStore } from '../../../lib/storage/store.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { ProgressBar } from '../../../ui/display/Meter.tsx';
import { Pill } from '../../../ui/display/Pill.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { TableSkeleton } from '../../../ui/loading/Skeleton.tsx';
import { Menu, MenuItem } from '../../../ui/menus/Menu.tsx';
import { createDeletions, isDeleted } from '../../../ui/toasts/deletions.ts';
import { outcomeHandlers } from '../../../ui/toasts/outcome.ts';
import { CheckResults } from './CheckResults.tsx';
import {
  checkRunQuery,
  checkRunsQuery,
  checksQuery,
  useRefreshChecks,
  useRunChecks,
  useStopChecks,
} from './queries.ts';
import { checkTexts } from './texts.ts';

const CheckDialog = onDemand(() => import('./CheckDialog.tsx').then((file) => file.CheckDialog));

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;
const suggestionsShown = 4;

const { deletions, deleteSoon } = createDeletions<Check>();

function State({ passed }: { passed: Check['passed'] }) {
  const t = useTexts(checkTexts);
  if (passed === null) return <Pill icon={<CircleDashed {...icon} size={16} />}>{t.notYet}</Pill>;
  return passed ? (
    <Pill tone="success" icon={<CircleCheck {...icon} size={16} />}>
      {t.holds}
    </Pill>
  ) : (
    <Pill tone="warning" icon={<TriangleAlert {...icon} size={16} />}>
      {t.failing}
    </Pill>
  );
}

function Row({ check, onEdit, onDelete }: { check: Check; onEdit: () => void; onDelete: () => void }) {
  const t = useTexts(checkTexts);
  return (
    <li className="flex items-start gap-3 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p dir="auto" className="font-medium text-text [overflow-wrap:anywhere]">
          {check.question}
        </p>
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <span className="text-text-3">{t.mustContain}</span>
          {check.mustContain.map((text, at) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: they stand in their order, and may be equal
              key={at}
              dir="auto"
              className="max-w-full rounded-full bg-sunken px-2.5 py-0.5 text-text-2 [overflow-wrap:anywhere]"
            >
              {text}
            </span>
          ))}
        </div>
        <div className="sm:hidden">
          <State passed={check.passed} />
        </div>
      </div>
      <div className="max-sm:hidden">
        <State passed={check.passed} />
      </div>
      <Menu
        label={t.actionsOf(check.question)}
        trigger={
          <IconButton label={t.actionsOf(check.question)} size="sm" tooltip={false}>
            <Ellipsis {...icon} />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil {...icon} />} onSelect={onEdit}>
          {t.edit}
        </MenuItem>
        <MenuItem danger icon={<Trash2 {...icon} />} onSelect={onDelete}>
          {t.delete}
        </MenuItem>
      </Menu>
    </li>
  );
}

/** A run on its way: its true share, its quarters announced. */
function Running({ chatbotId, run }: { chatbotId: string; run: CheckRun }) {
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
          icon={<Square {...icon} size={14} />}
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

/** Questions with what their answers must contain, asked all at once after each change. */
export function Checks({ chatbot }: { chatbot: Chatbot }) {
  const t = useTexts(checkTexts);
  const w = useTexts(words);
  const format = useFormat();
  const [open, setOpen] = useState<{ check?: Check; question?: string }>();
  const [chosenId, setChosenId] = useState<string>();
  const list = useQuery(checksQuery(chatbot.id));
  const history = useQuery(checkRunsQuery(chatbot.id));
  const runs = history.data;
  const run = useRunChecks(chatbot.id);
  const refresh = useRefreshChecks(chatbot.id);
  const deleted = useStore(deletions);
  const checks = list.data?.filter((check) => !isDeleted(deleted, check));
  const running = runs?.find(({ status }) => status === 'running');
  const ended = runs?.filter(({ status }) => status !== 'running') ?? [];
  const chosen = ended.find(({ id }) => id === chosenId) ?? ended[0];

  // All comes at once, so that nothing moves: the list with how it stood last.
  const latest = useQuery({
    ...checkRunQuery(chatbot.id, ended[0] ?? { id: '', done: 0 }),
    enabled: ended[0] !== undefined,
  });
  const stands = useRef(false);
  if (checks && runs && !(ended[0] && latest.isPending)) stands.current = true;

  const newest = ended[0]?.id;
  const onEnded = useEffectEvent(() => {
    setChosenId(undefined);
    void refresh();
  });
  // Its end changes the state of each check.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another run has ended
  useEffect(() => onEnded(), [newest]);

  const begin = async () => {
    // What is struck from the list is not asked.
    await Promise.all(deleted.map((one) => one.carryOut()));
    const said = outcomeHandlers(t.runFailed);
    run.mutate(undefined, {
      ...said,
      onError: (error) => {
        if (error instanceof ProblemError && error.code === 'check_run_running') return;
        said.onError(error);
      },
    });
  };
  const remove = (check: Check) =>
    deleteSoon({
      hides: ({ id }) => id === check.id,
      calls: () => [{ endpoint: deleteCheck, params: { checkId: check.id } }],
      afterwards: refresh,
      said: { title: t.deleted, undo: w.undo, failed: t.deleteFailed },
    });

  const dialog = open && (
    <CheckDialog
      chatbotId={chatbot.id}
      {...open}
      onClose={() => setOpen(undefined)}
      onFailed={() => setOpen(undefined)}
    />
  );
  for (const { error, data, refetch } of [list, history])
    if (error && !data)
      return <LoadFailure title={t.loadFailed} error={error} onRetry={() => void refetch()} />;
  if (!checks || !stands.current) return <TableSkeleton />;
  const results = chosen && !running && chosen.total > 0 && (
    <CheckResults chatbotId={chatbot.id} runs={ended} chosen={chosen} onChoose={setChosenId} />
  );
  if (checks.length === 0)
    return (
      <div className="flex flex-col gap-5">
        <EmptyState
          title={t.emptyTitle}
          action={
            <div className="flex flex-col items-center gap-5">
              <Button look="primary" icon={<Plus {...icon} />} onClick={() => setOpen({})}>
                {t.add}
              </Button>
              {chatbot.suggestions.length > 0 && (
                <div className="flex flex-col items-center gap-2">
                  <p className="text-sm text-text-3">{t.fromSuggestions}</p>
                  <div className="flex flex-wrap justify-center gap-2">
                    {chatbot.suggestions.slice(0, suggestionsShown).map((question) => (
                      <Button key={question} size="sm" onClick={() => setOpen({ question })}>
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
        {results}
        {dialog}
      </div>
    );

  const lastCost = ended.find(({ done, tokens }) => done > 0 && tokens > 0);
  const count = t.questions(checks.length, format.number(checks.length));
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-72 text-md text-text-2">
          {lastCost
            ? t.costKnown(count, format.number(Math.ceil((lastCost.tokens / lastCost.done) * checks.length)))
            : t.costUnknown(count)}
        </p>
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:grow">
          {checks.length < limits.checksPerChatbot ? (
            <Button icon={<Plus {...icon} />} onClick={() => setOpen({})}>
              {t.add}
            </Button>
          ) : (
            <p className="self-center text-sm text-text-2">{t.limitReached(limits.checksPerChatbot)}</p>
          )}
          <Button
            look="primary"
            icon={<Play {...icon} />}
            busy={run.isPending || running !== undefined}
            onClick={() => void begin()}
          >
            {t.runAll}
          </Button>
        </div>
      </div>
      {running && <Running chatbotId={chatbot.id} run={running} />}
      {results}
      <Card title={t.checks}>
        <ul className="flex flex-col">
          {checks.map((check) => (
            <Row
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
