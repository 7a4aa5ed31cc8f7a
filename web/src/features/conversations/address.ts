import type { ConversationChannel } from '@parlance/contract/endpoints/conversations';
import { useSearchParams } from 'react-router';
import { addressWith, oneOf } from '../../lib/browser/address.ts';
import { dayIn } from '../../lib/forms/day.ts';
import { channels } from './channels.ts';

/** In their order; without one in the address conversations are shown, which most links lead to. */
export const tabs = ['summary', 'conversations', 'unanswered', 'checks'] as const;

/** The last one is what the two days say. */
const periods = ['24h', '7d', '30d', 'days'] as const;
const feedbacks = ['up', 'down', 'any'] as const;

/** What the list of conversations shows; '' filters nothing. */
export interface ConversationsFilter {
  chatbotId: string;
  search: string;
  channel: ConversationChannel | '';
  period: (typeof periods)[number] | '';
  /** The first and the last day of the period `days`, in either order; '' leaves that side open. */
  from: string;
  to: string;
  feedback: (typeof feedbacks)[number] | '';
  unanswered: boolean;
  /** A conversation: those of its visitor alone. */
  visitorOf: string;
}

const filterIn = (address: URLSearchParams): ConversationsFilter => ({
  chatbotId: address.get('chatbot') ?? '',
  search: address.get('q') ?? '',
  channel: oneOf(channels, address.get('channel')),
  period: oneOf(periods, address.get('period')),
  from: dayIn(address.get('from')),
  to: dayIn(address.get('to')),
  feedback: oneOf(feedbacks, address.get('feedback')),
  unanswered: address.get('unanswered') === '1',
  visitorOf: address.get('visitor') ?? '',
});

/** Whether all conversations of what is chosen are listed. */
export const filtersNothing = (filter: ConversationsFilter) =>
  filter.search === '' &&
  filter.channel === '' &&
  (filter.period === '' || (filter.period === 'days' && filter.from === '' && filter.to === '')) &&
  filter.feedback === '' &&
  !filter.unanswered &&
  filter.visitorOf === '';

/** The parts of the address without which all conversations of what is chosen are listed. */
export const noFilter = {
  q: '',
  channel: '',
  period: '',
  from: '',
  to: '',
  feedback: '',
  unanswered: '',
  visitor: '',
};

/** What the screen shows, in the address: it can be shared, reloaded and gone back from. */
export function useAddress() {
  const [address, setAddress] = useSearchParams();
  return {
    tab: oneOf(tabs, address.get('tab')) || 'conversations',
    filter: filterIn(address),
    conversation: address.get('conversation') ?? undefined,
    /** The summary that is read. */
    summary: address.get('summary') ?? undefined,
    /** A target for links to what is shown beside or instead. */
    to: (parts: Record<string, string>) => ({ search: addressWith(address, parts) }),
    put: (parts: Record<string, string>) =>
      setAddress((before) => new URLSearchParams(addressWith(before, parts)), {
        replace: true,
        preventScrollReset: true,
      }),
  };
}
