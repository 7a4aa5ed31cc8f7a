import { type HelpPreferences, setHelp } from '@parlance/contract/endpoints/account/help';
import { listChatbots } from '@parlance/contract/endpoints/chatbots';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api.ts';
import { helpQuery } from '../../../lib/queries/help.ts';

/** Whose screens are shown where the tour needs a chatbot. */
export const firstChatbotQuery = queryOptions({
  queryKey: ['tour', 'chatbot'],
  queryFn: ({ signal }) => call(listChatbots, { query: { sort: 'name' }, signal }),
});

let last: Promise<unknown> = Promise.resolve();

/** Goes there at once, and keeps it on the server: one after another, so that the last one stands. */
export async function keepProgress(
  client: QueryClient,
  change: Pick<Partial<HelpPreferences>, 'tour' | 'step'>,
) {
  const { queryKey } = helpQuery;
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (before) => before && { ...before, ...change });
  last = last.then(() =>
    call(setHelp, { body: change }).catch(() => {
      // The tour goes on without the server; the next step is kept with this one.
    }),
  );
  await last;
}
