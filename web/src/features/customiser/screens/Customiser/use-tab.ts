import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { useSearchParams } from 'react-router';

export type Tab = 'visual' | 'internal' | 'integration';

const tabsOf = (chatbot: Chatbot): readonly Tab[] =>
  chatbot.platform === 'website' ? ['visual', 'internal', 'integration'] : ['internal'];

/** The tabs of a chatbot, and the one that the address names. */
export function useTab(chatbot: Chatbot) {
  const [address, setAddress] = useSearchParams();
  const tabs = tabsOf(chatbot);
  const tab = tabs.find((one) => one === address.get('tab')) ?? tabs[0] ?? 'internal';
  const show = (next: Tab) =>
    setAddress(
      (before) => {
        if (next === tabs[0]) before.delete('tab');
        else before.set('tab', next);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return { tabs, tab, show };
}
