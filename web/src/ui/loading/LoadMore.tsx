import { useTexts } from '../../lib/language/texts.ts';
import { words } from '../../lib/language/words.ts';
import { Button } from '../buttons/Button.tsx';

/** The end of a list that comes a page at a time, as long as there is more. */
export function LoadMore({
  list,
  label,
}: {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  /** The label where what comes is not simply more. */
  label?: string;
}) {
  const t = useTexts(words);
  if (!list.hasNextPage) return null;
  return (
    <Button className="self-center" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {label ?? t.loadMore}
    </Button>
  );
}
