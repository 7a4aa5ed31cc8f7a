import { usePrefetchQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Quote } from 'lucide-react';
import { useEffect } from 'react';
import { runWhenIdle } from '../../../lib/browser/when-idle.ts';
import { configQuery } from '../../../lib/calls/config.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { isPolicyNew } from '../../../lib/queries/consents.ts';
import { watchFigures } from '../../../lib/queries/figures.ts';
import { plansQuery } from '../../../lib/queries/plans.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { usageQuery } from '../../../lib/queries/usage.ts';
import { nameOf } from '../../../lib/session/person.ts';
import { useUser } from '../../../lib/session/session.ts';
import { ButtonLink } from '../../../ui/buttons/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Page } from '../../../ui/layout/Page.tsx';
import { PageHead } from '../../../ui/layout/PageHead.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { AfterPause, Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { Fallbacks } from '../alerts/Fallbacks.tsx';
import { NewPolicy } from '../alerts/NewPolicy.tsx';
import { QuotaAlerts } from '../alerts/QuotaAlerts.tsx';
import {
  activityQuery,
  byChatbotQuery,
  consentQuery,
  fallbacksQuery,
  forecastQuery,
  mostAskedQuery,
  setupsQuery,
  trendQuery,
} from '../queries.ts';
import { texts } from '../texts.ts';
import { Tips } from '../tips/Tips.tsx';
import { AnswerCost } from '../usage/AnswerCost.tsx';
import { Quotas } from '../usage/Quotas.tsx';
import { UsageCard } from '../usage/UsageCard.tsx';
import { MostAsked } from './MostAsked.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import { StartCard } from './StartCard.tsx';

/** Keeps the figures as they are elsewhere, from when the screen has come to rest. */
function useLiveFigures() {
  const client = useQueryClient();
  useEffect(() => {
    let stop = () => {};
    const cancel = runWhenIdle(() => {
      stop = watchFigures(client, ['conversations', 'chatbots', 'sources']);
    });
    return () => {
      cancel();
      stop();
    };
  }, [client]);
}

export function Dashboard() {
  const t = useTexts(texts);
  const user = useUser();
  const { data: usage, error, refetch } = useQuery(usageQuery);
  const { data: setups, isPending: isAskingSetups } = useQuery(setupsQuery);
  const { data: config, isPending: isAskingConfig } = useQuery(configQuery);
  const { data: forecasts, isPending: isAskingForecasts } = useQuery(forecastQuery);
  const { data: fallbacks, isPending: isAskingFallbacks } = useQuery(fallbacksQuery);
  const { data: preferences, isPending: isAskingConsent } = useQuery(consentQuery);
  const { data: mostAsked, isPending: isAskingMostAsked } = useQuery(mostAskedQuery);
  // Alerts name the plan that helps: known later, its name would push what stands below.
  const hasAlerts = (usage?.alerts ?? []).length + (fallbacks ?? []).length > 0;
  const { isLoading: isAskingPlans } = useQuery({ ...plansQuery, enabled: hasAlerts });
  usePrefetchQuery(trendQuery);
  usePrefetchQuery(byChatbotQuery);
  usePrefetchQuery(activityQuery);
  useLiveFigures();
  const name = nameOf(user).first;
  const isQuoting = config?.answers === 'quoted';
  const isFirstDays = usage !== undefined && setups !== undefined && usage.message.used === 0;

  // What stands above decides where all the rest stands: it is drawn first, or the rest would move while it is read.
  const isAsking =
    isAskingSetups ||
    isAskingConfig ||
    isAskingForecasts ||
    isAskingFallbacks ||
    isAskingConsent ||
    isAskingMostAsked ||
    isAskingPlans;
  if ((usage === undefined && error === null) || isAsking) {
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
  const hasUnanswered = mostAsked !== undefined && mostAsked.items.length > 0;
  const { used = 0, limit = null } = usage?.chatbots ?? {};
  const summary = used === 0 ? t.firstChatbot : t.summary(used, limit === null ? '' : String(limit));
  return (
    <Page>
      <PageHead
        title={t.greeting(name)}
        description={usage && summary}
        actions={
          used > 0 &&
          (limit === null || used < limit) && (
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
      {error && !usage && <LoadFailure title={t.loadFailed} error={error} onRetry={() => void refetch()} />}
      {usage && (
        // What comes while the screen stands is read out.
        <div role="status" className="flex flex-col gap-3 empty:hidden">
          {preferences && isPolicyNew(preferences) && <NewPolicy preferences={preferences} />}
          <QuotaAlerts usage={usage} forecasts={forecasts} />
          {fallbacks && <Fallbacks fallbacks={fallbacks} usage={usage} />}
        </div>
      )}
      {isFirstDays && <StartCard chatbot={setups[0]} />}
      {usage && (
        <Quotas
          usage={usage}
          forecasts={forecasts}
          isQuoting={isQuoting}
          last={hasUnanswered && <MostAsked {...mostAsked} hasSeveral={used > 1} />}
        />
      )}
      <div className="grid gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <UsageCard />
        <div className="flex flex-col gap-4">
          <AnswerCost />
          {isQuoting && <QuotingNote />}
        </div>
        <RecentActivity />
        <div className="flex flex-col">
          {usage && (
            <Tips
              standing={{
                setups: setups ?? [],
                usage,
                isQuoting,
                unanswered: mostAsked?.total ?? 0,
                isFirstDays,
              }}
            />
          )}
        </div>
      </div>
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
