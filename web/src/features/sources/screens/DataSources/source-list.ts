import type { Source } from '@parlance/contract/endpoints/sources';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useOnline } from '../../../../lib/browser/use-online.ts';
import { useFormat } from '../../../../lib/language/format.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { useInfiniteQuery } from '../../../../lib/queries/query.ts';
import { useStore } from '../../../../lib/storage/store.ts';
import { isDeleted } from '../../../../ui/toasts/deletions.ts';
import { showToast } from '../../../../ui/toasts/toasts.ts';
import { deletions } from '../../deletions.ts';
import { sourcesQuery, useSourceChanges } from '../../queries.ts';
import { texts } from '../../texts.ts';
import type { ListAddress } from './list-address.ts';

export type SourceList = ReturnType<typeof useSourceList>;
export type SourceStatistics = NonNullable<SourceList['statistics']>;

/** The sources that the address names, without what is being deleted; kept up to date. */
export function useSourceList(chatbotId: string, { kind, filter, filterKey, sort }: ListAddress) {
  const t = useTexts(texts);
  const format = useFormat();
  const isOnline = useOnline();
  const gone = useStore(deletions);
  const liveness = useSourceChanges(chatbotId, (names) =>
    showToast({
      tone: 'info',
      title:
        names.length === 1
          ? t.deletedElsewhere(names[0] ?? '')
          : t.deletedManyElsewhere(format.number(names.length)),
    }),
  );
  const list = useInfiniteQuery({
    ...sourcesQuery(chatbotId, filter, sort, liveness),
    placeholderData: (before) => before,
  });
  const { statistics, total: matching = 0 } = list.data?.pages[0] ?? {};
  useFreshUsage(statistics?.storageTokens);

  // Until those of another kind are there, the figures of before stand, but not its sources.
  const listedKind = useRef(kind);
  useEffect(() => {
    if (list.isSuccess && !list.isPlaceholderData) listedKind.current = kind;
  }, [list.isSuccess, list.isPlaceholderData, kind]);
  const isOfOther = list.isPlaceholderData && listedKind.current !== kind;
  const pages = isOfOther ? undefined : list.data?.pages;
  const loaded = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);

  const isAllGone = gone.some(({ all }) => all === chatbotId + filterKey);
  const rows = isAllGone ? [] : loaded.filter((source) => !isDeleted(gone, { source }));
  const hidden = isAllGone ? matching : loaded.length - rows.length;
  return {
    list,
    isConnected: isOnline && !list.isError && liveness !== 'down',
    statistics,
    /** Sources that are fetched, also what is being deleted. */
    loaded,
    rows,
    /** The number of sources that match the filter. */
    total: Math.max(rows.length, matching - hidden),
    /** Whether what was fetched last is of another kind. */
    isOfOther,
    /** Whether all that the filter shows is being deleted. */
    isAllGone,
    countOf(of: Source['kind']) {
      const known =
        statistics && { file: statistics.files, url: statistics.urls, answer: statistics.answers }[of];
      return known === undefined ? undefined : Math.max(0, known - (of === kind ? hidden : 0));
    },
  };
}

/** Refetches the usage, so that what a reading has cost shows in the rail as soon as it is stored. */
function useFreshUsage(charged: number | undefined) {
  const client = useQueryClient();
  useEffect(() => {
    if (charged !== undefined) void client.invalidateQueries({ queryKey: ['usage'] });
  }, [charged, client]);
}
