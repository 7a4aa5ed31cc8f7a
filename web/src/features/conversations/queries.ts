import { type Chatbot, listChatbots } from '@parlance/contract/chatbots';
import { limits } from '@parlance/contract/limits';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** Every chatbot of the account, by name: what one chooses from. */
export const allChatbotsQuery = queryOptions({
  queryKey: ['chatbots', 'all'],
  async queryFn({ signal }) {
    const all: Chatbot[] = [];
    let cursor: string | undefined;
    do {
      const query = { sort: 'name', limit: String(limits.pageSize.max), cursor } as const;
      const page = await call(listChatbots, { query, signal });
      all.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return all;
  },
});
