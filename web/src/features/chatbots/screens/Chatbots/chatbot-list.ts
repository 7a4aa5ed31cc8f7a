import { useDeferredValue } from 'react';
import { useInfiniteQuery, useQuery } from '../../../../lib/queries/query.ts';
import { chatbotsQuery, platformsQuery, useChatbotChanges } from '../../queries.ts';
import type { ListAddress } from './list-address.ts';

/** All chatbots of the account, as they change. */
export function useChatbotList({ search, sort, platform }: ListAddress) {
  const liveness = useChatbotChanges();
  const list = useInfiniteQuery({
    ...chatbotsQuery(useDeferredValue(search), sort, { platform, liveness }),
    placeholderData: (before) => before,
  });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  // Where one page holds all there is, it says itself which platforms there are.
  const { data: asked } = useQuery({ ...platformsQuery, enabled: list.hasNextPage });
  const seen = asked ?? new Set(rows.map((chatbot) => chatbot.platform));
  return { list, rows, hasPlatforms: platform !== undefined || seen.size > 1 };
}
