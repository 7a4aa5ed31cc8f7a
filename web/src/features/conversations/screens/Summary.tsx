import { Bot } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { pageCode } from '../../../lib/browser/code.ts';
import { useMedia } from '../../../lib/browser/use-media.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { Page } from '../../../ui/layout/Page.tsx';
import { PageHead } from '../../../ui/layout/PageHead.tsx';
import { TabPanel, Tabs } from '../../../ui/layout/Tabs.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { TableSkeleton } from '../../../ui/loading/Skeleton.tsx';
import { FilterMenu } from '../../../ui/menus/FilterMenu.tsx';
import { NoChatbot } from '../../chatbots/parts/NoChatbot.tsx';
import { tabs, useAddress } from '../address.ts';
import { ConversationList } from '../list/ConversationList.tsx';
import { allChatbotsQuery, latestChatbotQuery } from '../queries.ts';
import { SummariesLoading } from '../summaries/SummariesLoading.tsx';
import { texts } from '../texts.ts';

const Summaries = pageCode(() => import('../summaries/Summaries.tsx').then((file) => file.Summaries));
const Unanswered = pageCode(() => import('../unanswered/Unanswered.tsx').then((file) => file.Unanswered));
const Checks = pageCode(() => import('../checks/Checks.tsx').then((file) => file.Checks));

/** What visitors have said: conversations, questions without an answer, and the checks that answers stay right. */
export function Summary() {
  const t = useTexts(texts);
  const { tab, filter, conversation, put } = useAddress();
  const isBeside = useMedia('(min-width: 64rem)');
  const { data: chatbots, error, refetch } = useQuery(allChatbotsQuery);
  // Summaries, unanswered questions and checks are a chatbot's own.
  const isOfOne = tab !== 'conversations';
  const chosen = chatbots?.find(({ id }) => id === filter.chatbotId);
  // Where none is chosen, it is the one that was last spoken to, for unanswered questions one that has some.
  const asksForLatest =
    (tab === 'unanswered' || tab === 'summary') && filter.chatbotId === '' && (chatbots?.length ?? 0) > 1;
  const latestOne = useQuery({ ...latestChatbotQuery(tab === 'unanswered'), enabled: asksForLatest });
  const isKnown = !asksForLatest || !latestOne.isPending;
  const usual = chatbots?.find(({ id }) => asksForLatest && id === latestOne.data) ?? chatbots?.[0];
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
      onChange={(chatbot) => put({ chatbot, conversation: '', summary: '' })}
    />
  );
  const content = (): ReactNode => {
    if (error && !chatbots)
      return <LoadFailure title={t.chatbotsFailed} error={error} onRetry={() => void refetch()} />;
    const loading = tab === 'summary' ? <SummariesLoading /> : <TableSkeleton />;
    if (!chatbots || !isKnown) return loading;
    if (filter.chatbotId !== '' && !chosen)
      return (
        <EmptyState
          title={t.absentChatbot}
          action={<Button onClick={() => put({ chatbot: '', conversation: '' })}>{t.showAll}</Button>}
        />
      );
    return (
      <Suspense fallback={loading}>
        {tab === 'conversations' && (
          <ConversationList chatbots={chosen ? [chosen] : chatbots} isBeside={isBeside} />
        )}
        {tab === 'summary' && shown && <Summaries key={shown.id} chatbot={shown} />}
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
