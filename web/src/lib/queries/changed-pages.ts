import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';

interface Page {
  items: { id: string }[];
  nextCursor: string | null;
}

/** Pages from which on a list is long; a shorter one is simply refetched. */
const manyPages = 3;

/** The ids of changed rows, by the lists that are being refetched for them. */
const changed = new Map<string, ReadonlySet<string>>();

/**
 * Refetches what lies under a key, of long lists only the pages on which the rows are, as `fetchChangedPage` finds
 * them.
 */
export async function refetchChanged(client: QueryClient, queryKey: QueryKey, ids: ReadonlySet<string>) {
  const root = hashKey(queryKey);
  changed.set(root, ids);
  try {
    await client.invalidateQueries({ queryKey });
  } finally {
    if (changed.get(root) === ids) changed.delete(root);
  }
}

const changedUnder = (queryKey: QueryKey) => {
  for (let length = queryKey.length; length > 0; length--) {
    const ids = changed.get(hashKey(queryKey.slice(0, length)));
    if (ids) return ids;
  }
  return undefined;
};

/**
 * A page of a list whose rows stand in the order in which they come. When some have changed, the pages without them
 * stay as they are, and those with them end where they ended, so that nothing after them moves.
 */
export async function fetchChangedPage<P extends Page>(
  { client, queryKey, pageParam }: { client: QueryClient; queryKey: QueryKey; pageParam: unknown },
  fetchPage: () => Promise<P>,
): Promise<P> {
  const ids = changedUnder(queryKey);
  const known = ids && client.getQueryData<InfiniteData<P>>(queryKey);
  const at = known ? known.pageParams.indexOf(pageParam) : -1;
  const before = known?.pages[at];
  if (!known || !before || known.pages.length < manyPages) return fetchPage();
  const following = known.pages[at + 1];
  const isAtAnEnd = at === 0 || !following;
  if (!isAtAnEnd && !before.items.some(({ id }) => ids.has(id))) return before;
  const fresh = await fetchPage();
  if (!following) return fresh;
  const beyond = new Set(following.items.map(({ id }) => id));
  const end = fresh.items.findIndex(({ id }) => beyond.has(id));
  const nextCursor = String(known.pageParams[at + 1]);
  if (end >= 0) return { ...fresh, items: fresh.items.slice(0, end), nextCursor };
  // New rows have pushed the last ones off the page: those stay, but for what has changed in them.
  const lastId = fresh.items.at(-1)?.id;
  const last = before.items.findIndex(({ id }) => id === lastId);
  if (fresh.nextCursor === null || last < 0) return fresh;
  const rest = before.items.slice(last + 1);
  if (rest.some(({ id }) => ids.has(id))) return fresh;
  return { ...fresh, items: [...fresh.items, ...rest], nextCursor };
}
