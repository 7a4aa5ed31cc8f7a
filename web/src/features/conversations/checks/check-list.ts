import { type Check, deleteCheck } from '@parlance/contract/endpoints/checks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ProblemError } from '../../../lib/calls/api.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { useStore } from '../../../lib/storage/store.ts';
import { createDeletions, isDeleted } from '../../../ui/toasts/deletions.ts';
import { outcomeHandlers } from '../../../ui/toasts/outcome.ts';
import { checkRunQuery, checkRunsQuery, checksQuery, useRefreshChecks, useRunChecks } from './queries.ts';
import { checkTexts } from './texts.ts';

const { deletions, deleteSoon } = createDeletions<Check>();

/** A chatbot's checks without those that are being deleted, and the runs of them. */
export function useCheckList(chatbotId: string) {
  const t = useTexts(checkTexts);
  const w = useTexts(words);
  const [chosenId, setChosenId] = useState<string>();
  const list = useQuery(checksQuery(chatbotId));
  const history = useQuery(checkRunsQuery(chatbotId));
  const runs = history.data;
  const run = useRunChecks(chatbotId);
  const refresh = useRefreshChecks(chatbotId);
  const deleted = useStore(deletions);
  const checks = list.data?.filter((check) => !isDeleted(deleted, check));
  const running = runs?.find(({ status }) => status === 'running');
  const ended = runs?.filter(({ status }) => status !== 'running') ?? [];
  const chosen = ended.find(({ id }) => id === chosenId) ?? ended[0];

  // All comes at once, so that nothing moves: the list with how it stood last.
  const latest = useQuery({
    ...checkRunQuery(chatbotId, ended[0] ?? { id: '', done: 0 }),
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

  return {
    queries: [list, history],
    /** The checks; undefined until all that is drawn with them is known. */
    checks: stands.current ? checks : undefined,
    running,
    /** The runs that have ended, latest first. */
    ended,
    /** The run that is looked at. */
    chosen,
    choose: setChosenId,
    begin,
    isBeginning: run.isPending,
    remove,
  };
}
