import { type ChatbotSort, chatbotSorts } from '@parlance/contract/endpoints/chatbots';
import { useSearchParams } from 'react-router';
import { platforms } from '../../platforms.ts';

/** Characters that the server searches for at most. */
export const maxSearchLength = 100;

export type ListAddress = ReturnType<typeof useListAddress>;

/** Search, sort and platform of the list, which stand in the address. */
export function useListAddress() {
  const [address, setAddress] = useSearchParams();
  const wanted = address.get('sort') as ChatbotSort;
  return {
    search: (address.get('q') ?? '').slice(0, maxSearchLength),
    sort: chatbotSorts.includes(wanted) ? wanted : ('-createdAt' as const),
    platform: platforms.find((platform) => platform === address.get('platform')),
    asksToCreate: address.has('create'),
    put: (change: Record<string, string>) =>
      setAddress(
        (before) => {
          for (const [name, value] of Object.entries(change)) {
            if (value) before.set(name, value);
            else before.delete(name);
          }
          return before;
        },
        { replace: true },
      ),
  };
}
