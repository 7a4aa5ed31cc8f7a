import type { ChosenSources } from '@parlance/contract/endpoints/sources';
import { limits } from '@parlance/contract/limits';

/** What is ticked. `all`: whatever the filter shows, loaded or not. */
export type Selection = 'all' | ReadonlySet<string>;

export const emptySelection: Selection = new Set();

/** The rows that are chosen; what has gone meanwhile no longer is. */
export const chosenOf = <Row extends { id: string }>(selection: Selection, rows: readonly Row[]): Row[] =>
  selection === 'all' ? [...rows] : rows.filter(({ id }) => selection.has(id));

/** The selection with a row ticked or unticked; of all that match, those in sight stay without it. */
export function toggleRow(selection: Selection, rows: readonly { id: string }[], id: string): Selection {
  const next = new Set(chosenOf(selection, rows).map((row) => row.id));
  if (!next.delete(id)) next.add(id);
  return next;
}

export const toggleRows = (rows: readonly { id: string }[], ticked: boolean): Selection =>
  ticked ? new Set(rows.map(({ id }) => id)) : emptySelection;

/** The state of the tick of all rows. */
export function isAllTicked(selection: Selection, rows: readonly { id: string }[]): boolean | 'some' {
  const chosen = chosenOf(selection, rows).length;
  return chosen === 0 ? false : chosen === rows.length ? true : 'some';
}

type Filtered = Extract<ChosenSources, { filter: unknown }>;

/**
 * The selection as calls take it. One does where the filter tells all, or all but some of the rows, which `isWhole`
 * says to be all that match; else as many as the ids need.
 */
export function chosenForCall(
  selection: Selection,
  rows: readonly { id: string }[],
  { filter, isWhole }: { filter: Filtered['filter']; isWhole: boolean },
): ChosenSources[] {
  if (selection === 'all') return [{ filter }];
  const ids = chosenOf(selection, rows).map(({ id }) => id);
  const most = limits.sourcesPerCall;
  if (ids.length > most && isWhole && rows.length - ids.length <= most) {
    const except = rows.flatMap(({ id }) => (selection.has(id) ? [] : [id]));
    return except.length === 0 ? [{ filter }] : [{ filter, except }];
  }
  return Array.from({ length: Math.ceil(ids.length / most) }, (_, at) => ({
    ids: ids.slice(at * most, (at + 1) * most),
  }));
}
