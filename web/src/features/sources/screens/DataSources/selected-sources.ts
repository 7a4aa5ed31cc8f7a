import type { ChosenSources, Source } from '@parlance/contract/endpoints/sources';
import { useState } from 'react';
import { useFormat } from '../../../../lib/language/format.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { words } from '../../../../lib/language/words.ts';
import type { RowTicks } from '../../../../ui/display/Table.tsx';
import { outcomeHandlers } from '../../../../ui/toasts/outcome.ts';
import { reportOutcome, showToast } from '../../../../ui/toasts/toasts.ts';
import { deleteSoon } from '../../deletions.ts';
import {
  expectDeletions,
  recordOwnDeletions,
  type SourcesFilter,
  sourceDeletions,
  stopExpecting,
  toFilterQuery,
  useRefreshSources,
  useSyncSources,
} from '../../queries.ts';
import { focusRow } from '../../source/focus.ts';
import { texts } from '../../texts.ts';
import type { ListAddress } from './list-address.ts';
import {
  chosenForCall,
  chosenOf,
  emptySelection,
  isAllTicked,
  type Selection,
  toggleRow,
  toggleRows,
} from './selection.ts';
import type { SourceList } from './source-list.ts';

/** Whether a source that the list may not have loaded yet is one that a filter showed before `begun`. */
function createMatcher({ kind, search, status, crawlId }: SourcesFilter, begun: number) {
  const text = search.toLowerCase();
  return (source: Source) =>
    source.kind === kind &&
    Date.parse(source.createdAt) < begun &&
    (status === '' || source.status === status) &&
    (crawlId === '' || source.crawlId === crawlId) &&
    `${source.name}\n${source.url ?? ''}`.toLowerCase().includes(text);
}

function useDeletion(chatbotId: string, { filter, filterKey }: ListAddress, { rows, total }: SourceList) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const format = useFormat();
  const refresh = useRefreshSources();
  const saidOf = (count: number) => ({
    title: count === 1 ? t.deleted : t.deletedMany(format.number(count)),
    undo: w.undo,
    failed: t.deleteManyFailed,
  });
  return {
    deleteOnes(ids: readonly string[], chosen: ChosenSources[]) {
      const begun = Date.now();
      const those = new Set(ids);
      const at = rows.findIndex(({ id }) => those.has(id));
      focusRow(rows.slice(at).find(({ id }) => !those.has(id))?.id);
      deleteSoon({
        hides: (what) => 'source' in what && those.has(what.source.id),
        calls: () => sourceDeletions(chatbotId, chosen, begun),
        begins: () => recordOwnDeletions(ids),
        afterwards: refresh,
        undone: () => focusRow(ids[0]),
        said: saidOf(ids.length),
      });
    },
    deleteAll(chosen: ChosenSources[]) {
      focusRow(undefined);
      const begun = Date.now();
      const shown = new Set(rows.map(({ id }) => id));
      const matches = createMatcher(filter, begun);
      deleteSoon({
        // What is loaded meanwhile is among those, too, unless it has come since.
        hides: (what) => 'source' in what && (shown.has(what.source.id) || matches(what.source)),
        all: chatbotId + filterKey,
        calls: () => sourceDeletions(chatbotId, chosen, begun),
        begins: () => expectDeletions(total),
        afterwards: () => refresh().then(stopExpecting),
        undone: () => focusRow(rows[0]?.id),
        said: saidOf(total),
      });
    },
  };
}

/** Which sources of the list are ticked, and what is done with them. */
export function useSelectedSources(chatbotId: string, address: ListAddress, sources: SourceList) {
  const t = useTexts(texts);
  const format = useFormat();
  const { filter, filterKey } = address;
  const { list, rows, total } = sources;
  // A choice is of what is shown: another filter, another choice.
  const [chosen, setChosen] = useState<{ of: string; selection: Selection }>({
    of: '',
    selection: emptySelection,
  });
  const selection = chosen.of === filterKey ? chosen.selection : emptySelection;
  const choose = (next: Selection) => setChosen({ of: filterKey, selection: next });
  const selected = chosenOf(selection, rows);
  const chosenNow = () =>
    chosenForCall(selection, rows, { filter: toFilterQuery(filter), isWhole: list.hasNextPage === false });

  const { deleteOnes, deleteAll } = useDeletion(chatbotId, address, sources);
  const sync = useSyncSources(chatbotId);
  const ticks: RowTicks<Source> = {
    allLabel: t.selectShown,
    all: isAllTicked(selection, rows),
    onAll: (ticked) => choose(toggleRows(rows, ticked)),
    labelOf: ({ name }) => t.selectOne(name),
    has: ({ id }) => selection === 'all' || selection.has(id),
    onRow: ({ id }) => choose(toggleRow(selection, rows, id)),
  };
  return {
    ticks,
    count: selection === 'all' ? total : selected.length,
    chooseAll: () => choose('all'),
    clear: () => choose(emptySelection),
    isSyncing: sync.isPending,
    sync: () =>
      sync.mutate(chosenNow(), {
        onSuccess: (begun) => {
          reportOutcome(t.syncFailed).succeeded();
          choose(emptySelection);
          showToast({ tone: 'success', title: t.syncedMany(format.number(begun), begun) });
        },
        onError: outcomeHandlers(t.syncFailed).onError,
      }),
    delete() {
      const those = chosenNow();
      choose(emptySelection);
      if (selection === 'all') return deleteAll(those);
      deleteOnes(
        selected.map(({ id }) => id),
        those,
      );
    },
    deleteOne: ({ id }: Source) => deleteOnes([id], [{ ids: [id] }]),
  };
}
