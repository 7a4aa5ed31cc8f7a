import type { Plan } from '@parlance/contract/endpoints/usage';
import { planId } from '@parlance/contract/endpoints/usage';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { configQuery } from '../../../lib/calls/config.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { plansQuery } from '../../../lib/queries/plans.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { Page } from '../../../ui/layout/Page.tsx';
import { PageHead } from '../../../ui/layout/PageHead.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { AfterPause, Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { Calculator } from '../estimates/Calculator.tsx';
import { TokensExplained } from '../estimates/TokensExplained.tsx';
import { PlanCards } from '../plans/PlanCards.tsx';
import { billingQuery } from '../queries.ts';
import { CheckoutDone, CheckoutLeft, PortalLeft } from '../subscription/CheckoutReturn.tsx';
import { Subscription } from '../subscription/Subscription.tsx';
import { texts } from '../texts.ts';
import { Features } from './Features.tsx';

const ChangeDialog = onDemand(() => import('../change/ChangeDialog.tsx').then((file) => file.ChangeDialog));

/** The plan that the address points out, and what a checkout that was just left came to. */
function useAddress() {
  const [address, setAddress] = useSearchParams();
  const plan = planId.safeParse(address.get('plan'));
  return {
    plan: plan.success ? plan.data : undefined,
    checkout: address.get('checkout'),
    isFromPortal: address.get('from') === 'portal',
    pointOut: (next: Plan['id']) => setAddress({ plan: next }, { replace: true, preventScrollReset: true }),
  };
}

/** The screen of plans: what they allow and cost, how to estimate that, and the way to another one. */
export function Pricing() {
  const t = useTexts(texts);
  const { plan: pointedOut, checkout, isFromPortal, pointOut } = useAddress();
  const [considered, setConsidered] = useState<Plan['id']>();
  const [hasChosen, setChosen] = useState(false);
  const { data: plans, error, refetch } = useQuery(plansQuery);
  const { data: config, error: configError, refetch: refetchConfig } = useQuery(configQuery);
  const billing = useQuery(billingQuery);
  const list = useRef<HTMLElement>(null);
  const isQuoting = config?.answers === 'quoted';

  const failure = error ?? configError;
  if (!plans || !config || (!billing.data && !billing.error))
    return (
      <Page>
        <PageHead title={t.title} description={t.description} />
        {failure ? (
          <LoadFailure
            title={t.loadFailed}
            error={failure}
            onRetry={() => void Promise.all([refetch(), refetchConfig()])}
          />
        ) : (
          <AfterPause>
            <Skeleton className="h-100 w-full rounded-3" />
            <Skeleton className="h-60 w-full rounded-3" />
          </AfterPause>
        )}
      </Page>
    );
  return (
    <Page>
      <PageHead title={t.title} description={t.description} />
      {checkout === 'done' && <CheckoutDone key={pointedOut} plan={pointedOut} />}
      {isFromPortal && <PortalLeft />}
      {checkout === 'cancelled' && (
        <CheckoutLeft plan={pointedOut} onAgain={() => setConsidered(pointedOut)} />
      )}
      {billing.data ? (
        <Subscription billing={billing.data} onCancel={() => setConsidered('free')} />
      ) : (
        <LoadFailure title={t.billingFailed} error={billing.error} onRetry={() => void billing.refetch()} />
      )}
      <section ref={list} className="flex scroll-mt-20 flex-col gap-3">
        <h2 className="visually-hidden">{t.plans}</h2>
        {!config.payments && (
          <Alert>{config.supportEmail ? t.withoutPayments : t.withoutPaymentsOrContact}</Alert>
        )}
        <PlanCards
          plans={plans}
          billing={billing.data}
          config={config}
          pointedOut={pointedOut}
          isChoice={hasChosen || checkout !== null}
          onChoose={(plan) => {
            pointOut(plan);
            setChosen(true);
            setConsidered(plan);
          }}
        />
        <p className="text-sm text-text-3">{isQuoting ? `${t.quotedExchanges} ${t.terms}` : t.terms}</p>
      </section>
      <Calculator
        plans={plans}
        current={billing.data?.plan}
        isQuoting={isQuoting}
        onSee={(plan) => {
          pointOut(plan);
          setChosen(false);
          list.current?.scrollIntoView({ block: 'start' });
        }}
      />
      <TokensExplained />
      <Features />
      {considered && <ChangeDialog plan={considered} onClose={() => setConsidered(undefined)} />}
    </Page>
  );
}
