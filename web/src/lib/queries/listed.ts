import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';

interface Page<Row> {
  items: Row[];
}

/**
 * Changes a row in every loaded list under a key, or takes it out: what a call answered stands there before the lists
 * are refetched, for which nobody should have to wait.
 */
export function updateInLists<Row extends { id: string }>(
  client: QueryClient,
  queryKey: QueryKey,
  id: string,
  change: (row: Row) => Row | undefined,
) {
  client.setQueriesData<InfiniteData<Page<Row>> | undefined>({ queryKey }, (list) => {
    if (!list || !Array.isArray(list.pages)) return list;
    const changed = (row: Row) => (row.id === id ? (change(row) ?? []) : row);
    return { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.flatMap(changed) })) };
  });
}
