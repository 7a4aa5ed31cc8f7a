import { Bot } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { pageCode } from '../../lib/code.ts';
import { useQuery } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { useMedia } from '../../lib/use-media.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FilterMenu } from '../../ui/FilterMenu.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { TableSkeleton } from '../../ui/Skeleton.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { NoChatbot } from '../chatbots/NoChatbot.tsx';
import { tabs, useAddress } from './address.ts';
import { ConversationList } from './ConversationList.tsx';
import { allChatbotsQuery, waitingChatbotQuery } from './queries.ts';
import { texts } from './texts.ts';

const Unanswered = pageCode(() => import('./Unanswered.tsx').then((file) => file.Unanswered));
const Checks = pageCode(() => import('./Checks.tsx').then((file) => file.Checks));

const waiting = <TableSkeleton />;

/** What visitors have said: conversations, questions without an answer, and the checks that answers stay right. */
export function Summary() {
  const t = useTexts(texts);
  const { tab, filter, conversation, put } = useAddress();
  const isBeside = useMedia('(min-width: 64rem)');
  const { data: chatbots, error, refetch } = useQuery(allChatbotsQuery);
  // Unanswered questions and checks are a chatbot's own.
  const isOfOne = tab !== 'conversations';
  const chosen = chatbots?.find(({ id }) => id === filter.chatbotId);
  // Where none is chosen, unanswered questions are those of the chatbot that has some.
  const asksForWaiting = tab === 'unanswered' && filter.chatbotId === '' && (chatbots?.length ?? 0) > 1;
  const waitingOne = useQuery({ ...waitingChatbotQuery, enabled: asksForWaiting });
  const isKnown = !asksForWaiting || !waitingOne.isPending;
  const usual = chatbots?.find(({ id }) => asksForWaiting && id === waitingOne.data) ?? chatbots?.[0];
  const shown = chosen ?? (isOfOne && filter.chatbotId === '' && isKnown ? usual : undefined);
  // While they are on their way, or don't come, it keeps its place.
  const picker = (
    <FilterMenu
      label={t.chatbot}
      unchosen={isOfOne ? t.chatbot : t.allChatbots}
      icon={<Bot size={18} strokeWidth={1.75} aria-hidden="true" />}
      value={shown?.id ?? ''}
      options={[
        ...(isOfOne ? [] : [{ value: '', label: t.allChatbots }]),
        ...(chatbots ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(chatbot) => put({ chatbot, conversation: '' })}
    />
  );
  const content = (): ReactNode => {
    if (error && !chatbots)
      return <LoadFailure title={t.chatbotsFailed} error={error} onRetry={() => void refetch()} />;
    if (!chatbots || !isKnown) return waiting;
    if (filter.chatbotId !== '' && !chosen)
      return (
        <EmptyState
          title={t.absentChatbot}
          action={<Button onClick={() => put({ chatbot: '', conversation: '' })}>{t.showAll}</Button>}
        />
      );
    return (
      <Suspense fallback={waiting}>
        {tab === 'conversations' && (
          <ConversationList chatbots={chosen ? [chosen] : chatbots} isBeside={isBeside} />
        )}
        {tab === 'unanswered' && shown && <Unanswered key={shown.id} chatbot={shown} />}
        {tab === 'checks' && shown && <Checks key={shown.id} chatbot={shown} />}
      </Suspense>
    );
  };
  if (tab === 'conversations' && conversation !== undefined && !isBeside) return <Page>{content()}</Page>;
  // Tabs under a picker that leaves would move, and there is nothing in them.
  if (chatbots?.length === 0)
    return (
      <Page>
        <PageHead title={t.title} description={t.description} />
        <NoChatbot title={t.noChatbot} />
      </Page>
    );
  return (
    <Page>
      <PageHead title={t.title} description={t.description} actions={picker} />
      <Tabs
        label={t.parts}
        value={tab}
        onChange={(next) => put({ tab: next === 'conversations' ? '' : next, conversation: '' })}
        tabs={tabs.map((value) => ({ value, label: t[value] }))}
      >
        <TabPanel value={tab}>{content()}</TabPanel>
      </Tabs>
    </Page>
  );
}
