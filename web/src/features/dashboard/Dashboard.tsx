import { listChatbots } from '@parlance/contract/endpoints/chatbots';
import { queryOptions, usePrefetchQuery } from '@tanstack/react-query';
import { Lightbulb, Plus, Quote } from 'lucide-react';
import { call } from '../../lib/calls/api.ts';
import { configQuery } from '../../lib/calls/config.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { useQuery } from '../../lib/queries/query.ts';
import { usageQuery } from '../../lib/queries/usage.ts';
import { nameOf } from '../../lib/session/person.ts';
import { useUser } from '../../lib/session/session.ts';
import { ButtonLink } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { SpeechGlyph } from '../../ui/layout/EmptyState.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { PageHead } from '../../ui/layout/PageHead.tsx';
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx';
import { AfterPause, Skeleton } from '../../ui/loading/Skeleton.tsx';
import { QuotaAlerts, Quotas } from './Quotas.tsx';
import { activityQuery, trendQuery } from './queries.ts';
import { RecentActivity } from './RecentActivity.tsx';
import { StartCard } from './StartCard.tsx';
import { texts } from './texts.ts';
import { UsageTrend } from './UsageTrend.tsx';

const firstChatbotQuery = queryOptions({
  queryKey: ['chatbots', 'first'],
  queryFn: ({ signal }) => call(listChatbots, { query: { sort: 'createdAt' }, signal }),
});

export function Dashboard() {
  const t = useTexts(texts);
  const user = useUser();
  const { data: usage, error, refetch } = useQuery(usageQuery);
  const { data: chatbots, isPending: isAskingChatbots } = useQuery(firstChatbotQuery);
  const { data: config, isPending: isAskingConfig } = useQuery(configQuery);
  usePrefetchQuery(trendQuery);
  usePrefetchQuery(activityQuery);
  const [chatbot] = chatbots?.items ?? [];
  const name = nameOf(user).first;
  const isQuoting = config?.answers === 'quoted';
  const isFirstDays = usage !== undefined && chatbots !== undefined && usage.message.used === 0;

  // What stands above decides where all the rest stands: it is drawn first, or the rest would move while it is read.
  const isKnown = (usage !== undefined || error !== null) && !isAskingChatbots && !isAskingConfig;
  if (!isKnown) {
    return (
      <Page>
        <PageHead title={t.greeting(name)} />
        <AfterPause>
          <Skeleton className="h-44 w-full rounded-3" />
          <Skeleton className="h-80 w-full rounded-3" />
        </AfterPause>
      </Page>
    );
  }
  return (
    <Page>
      <PageHead
        title={t.greeting(name)}
        description={usage && t.summary(usage.chatbots.used)}
        actions={
          usage !== undefined &&
          usage.chatbots.used > 0 &&
          (usage.chatbots.limit === null || usage.chatbots.used < usage.chatbots.limit) && (
            <ButtonLink
              look="primary"
              to="/chatbots?create=1"
              icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
            >
              {t.create}
            </ButtonLink>
          )
        }
      />
      {error && <LoadFailure title={t.loadFailed} error={error} onRetry={() => void refetch()} />}
      {usage && <QuotaAlerts usage={usage} />}
      {isFirstDays && <StartCard chatbot={chatbot} hasSource={usage.storage.used > 0} />}
      {usage && <Quotas usage={usage} isQuoting={isQuoting} />}
      <div className="grid gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <UsageTrend />
        <div className="flex flex-col gap-4">
          {isQuoting && <QuotingNote />}
          <Tip />
        </div>
      </div>
      <RecentActivity />
    </Page>
  );
}

function QuotingNote() {
  const t = useTexts(texts);
  return (
    <Card>
      <p className="flex gap-3 text-md text-text-2">
        <Quote size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-accent-text" />
        <span>
          <strong className="block font-strong text-text">{t.quotedTitle}</strong>
          {t.quoted}
        </span>
      </p>
    </Card>
  );
}

function Tip() {
  const t = useTexts(texts);
  return (
    <section className="speech flex flex-1 flex-col gap-2 bg-accent-soft p-5 [--speech-size:var(--radius-4)]">
      <p className="flex items-center gap-2 text-sm font-medium text-accent-text">
        <Lightbulb size={18} strokeWidth={1.75} aria-hidden="true" />
        {t.tip}
      </p>
      <h2 className="display-type text-lg">{t.tipTitle}</h2>
      <p className="text-md text-text-2">{t.tipText}</p>
      <div className="mt-auto flex justify-end pt-4">
        <SpeechGlyph size={96} />
      </div>
    </section>
  );
}
