import { useTexts } from '../lib/texts.ts';
import { words } from '../lib/words.ts';
import { Button } from './Button.tsx';

/** Below a list that comes a page at a time, as long as there is more. */
export function LoadMore({
  list,
}: {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}) {
  const t = useTexts(words);
  if (!list.hasNextPage) return null;
  return (
    <Button className="self-center" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {t.loadMore}
    </Button>
  );
}
