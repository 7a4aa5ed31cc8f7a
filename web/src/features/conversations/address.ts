import type { ConversationChannel } from '@parlance/contract/conversations';
import { useSearchParams } from 'react-router';

export const tabs = ['conversations', 'unanswered', 'checks'] as const;

const channels = ['website', 'telegram', 'whatsapp'] as const satisfies readonly ConversationChannel[];
const periods = ['24h', '7d', '30d'] as const;
const feedbacks = ['up', 'down', 'any'] as const;

/** What the list of conversations shows; '' filters nothing. */
export interface ConversationsFilter {
  chatbotId: string;
  search: string;
  channel: ConversationChannel | '';
  period: (typeof periods)[number] | '';
  feedback: (typeof feedbacks)[number] | '';
  unanswered: boolean;
}

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | '' =>
  all.find((one) => one === text) ?? '';

const filterIn = (address: URLSearchParams): ConversationsFilter => ({
  chatbotId: address.get('chatbot') ?? '',
  search: address.get('q') ?? '',
  channel: oneOf(channels, address.get('channel')),
  period: oneOf(periods, address.get('period')),
  feedback: oneOf(feedbacks, address.get('feedback')),
  unanswered: address.get('unanswered') === '1',
});

/** Whether all conversations of what is chosen are listed. */
export const filtersNothing = ({ search, channel, period, feedback, unanswered }: ConversationsFilter) =>
  search === '' && channel === '' && period === '' && feedback === '' && !unanswered;

/** The same address with some of its parts changed; '' takes a part away. */
function addressWith(address: URLSearchParams, parts: Record<string, string>): string {
  const next = new URLSearchParams(address);
  for (const [name, value] of Object.entries(parts)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return `?${next}`;
}

/** What the screen shows, in the address: it can be shared, reloaded and gone back from. */
export function useAddress() {
  const [address, setAddress] = useSearchParams();
  return {
    tab: oneOf(tabs, address.get('tab')) || 'conversations',
    filter: filterIn(address),
    conversation: address.get('conversation') ?? undefined,
    /** For links to what is shown beside or instead. */
    to: (parts: Record<string, string>) => ({ search: addressWith(address, parts) }),
    put: (parts: Record<string, string>) =>
      setAddress((before) => new URLSearchParams(addressWith(before, parts)), {
        replace: true,
        preventScrollReset: true,
      }),
  };
}
