import { limits } from '@parlance/contract/limits';
import type { ChosenSources } from '@parlance/contract/sources';

/** `all`: whatever the filter shows, loaded or not. */
export type Selection = 'all' | ReadonlySet<string>;

export const nothing: Selection = new Set();

/** Those of the rows that are chosen; what has gone meanwhile no longer is. */
export const chosenOf = <Row extends { id: string }>(selection: Selection, rows: readonly Row[]): Row[] =>
  selection === 'all' ? [...rows] : rows.filter(({ id }) => selection.has(id));

/** Ticks or unticks one; of all that match, those in sight stay without it. */
export function toggleRow(selection: Selection, rows: readonly { id: string }[], id: string): Selection {
  const next = new Set(chosenOf(selection, rows).map((row) => row.id));
  if (!next.delete(id)) next.add(id);
  return next;
}

export const toggleRows = (rows: readonly { id: string }[], ticked: boolean): Selection =>
  ticked ? new Set(rows.map(({ id }) => id)) : nothing;

/** How the tick of all rows stands. */
export function allTicked(selection: Selection, rows: readonly { id: string }[]): boolean | 'some' {
  const chosen = chosenOf(selection, rows).length;
  return chosen === 0 ? false : chosen === rows.length ? true : 'some';
}

/** What a call that changes them takes: one, or as many as the chosen need. */
export function chosenForCall(
  selection: Selection,
  rows: readonly { id: string }[],
  filter: Extract<ChosenSources, { filter: unknown }>['filter'],
): ChosenSources[] {
  if (selection === 'all') return [{ filter }];
  return inBatches(chosenOf(selection, rows).map(({ id }) => id)).map((ids) => ({ ids }));
}

/** As many at a time as a call takes. */
export const inBatches = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / limits.pageSize.max) }, (_, at) =>
    ids.slice(at * limits.pageSize.max, (at + 1) * limits.pageSize.max),
  );
