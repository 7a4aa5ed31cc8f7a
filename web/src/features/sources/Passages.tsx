import type { Source } from '@parlance/contract/sources';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { words } from '../../lib/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { AfterPause, Skeleton } from '../../ui/Skeleton.tsx';
import { describePosition } from './position.ts';
import { passagesQuery } from './queries.ts';
import { texts } from './texts.ts';

/** A source as the chatbot sees it. */
export function Passages({ source, onClose }: { source: Source; onClose: () => void }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const format = useFormat();
  const [search, setSearch] = useState('');
  const list = useInfiniteQuery(passagesQuery(source.id, useDeferredValue(search)));
  const passages = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.passagesTitle(source.name)}
      description={t.passagesHelp}
      closeLabel={w.close}
      size="lg"
    >
      <div className="flex min-h-80 flex-col gap-4 pb-5">
        <SearchInput
          label={t.searchPassages}
          clearLabel={t.clearSearch}
          value={search}
          onChange={setSearch}
        />
        {list.isError && (
          <LoadFailure title={t.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.isPending && (
          <AfterPause>
            <Skeleton className="h-40 w-full rounded-3" />
          </AfterPause>
        )}
        {list.isSuccess && passages.length === 0 && (
          <p role="status" className="py-8 text-center text-text-2">
            {t.noPassage}
          </p>
        )}
        <ol className="flex flex-col gap-3">
          {passages.map((passage) => (
            <li key={passage.id} className="rounded-3 border border-line bg-surface p-4">
              <p className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-sm text-text-3">
                <span>{describePosition(passage.position, t)}</span>
                <span className="tabular">
                  {format.number(passage.tokens)} {t.tokens.toLowerCase()}
                </span>
              </p>
              <p className="whitespace-pre-line text-md text-text [overflow-wrap:anywhere]">{passage.text}</p>
            </li>
          ))}
        </ol>
        {list.hasNextPage && (
          <Button
            className="self-center"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {w.loadMore}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
