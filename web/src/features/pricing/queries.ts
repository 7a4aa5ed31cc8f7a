import type { AnswerOf } from '@parlance/contract/endpoint';
import {
  type Billing,
  getBilling,
  keepChatbots,
  openPortal,
  type PaidPlanId,
  previewPlan,
  startCheckout,
} from '@parlance/contract/endpoints/account/billing';
import type { Plan } from '@parlance/contract/endpoints/usage';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../lib/calls/api.ts';

export type Preview = AnswerOf<typeof previewPlan>;

const billingKey = ['billing'] as const;

/** The plan of this account and how it is paid. */
export const billingQuery = queryOptions({
  queryKey: billingKey,
  queryFn: ({ signal }) => call(getBilling, { signal }),
  // Whoever comes back from the payment provider must not read what was so before.
  staleTime: 0,
});

/** What another plan would change: asked anew each time, as it depends on what is stored and paid just now. */
export const previewQuery = (plan: Plan['id']) =>
  queryOptions({
    queryKey: [...billingKey, 'preview', plan],
    queryFn: ({ signal }) => call(previewPlan, { query: { plan }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** What is wanted at the payment provider's. */
export type Wish =
  | { plan: PaidPlanId; keptChatbots?: readonly string[] | undefined }
  | {
      purpose: 'payment_method' | 'cancel' | 'resume' | undefined;
      keptChatbots?: readonly string[] | undefined;
    };

async function addressFor(wish: Wish): Promise<string> {
  if (wish.keptChatbots) await call(keepChatbots, { body: { chatbotIds: [...wish.keptChatbots] } });
  const { url } =
    'plan' in wish
      ? await call(startCheckout, { body: { plan: wish.plan } })
      : await call(openPortal, { body: { purpose: wish.purpose } });
  return url;
}

/** Leaves for the payment provider; busy until the page is gone, so that a second press asks for nothing. */
export function useLeaving() {
  const [isLeaving, setLeaving] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: addressFor,
    onSuccess(url) {
      setLeaving(true);
      window.location.assign(url);
    },
  });
  // The browser's Back shows the page as it was left.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && setLeaving(false);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  const isBusy = isPending || isLeaving;
  return {
    isBusy,
    error,
    reset,
    leave(wish: Wish) {
      if (!isBusy) mutate(wish);
    },
  };
}

/** Whether there is a subscription at the payment provider’s, in whatever state. */
export const isSubscribed = ({ status }: Billing): boolean => status !== 'free' && status !== 'canceled';

const paidStates: ReadonlySet<Billing['status']> = new Set(['active', 'trialing']);

/** Whether a plan is on, or chosen for when what is paid ends; without one, whether any that is paid is on. */
export function hasPlan({ plan, status, nextPlan }: Billing, wanted: Plan['id'] | undefined): boolean {
  const isPaid = paidStates.has(status);
  if (wanted === undefined) return isPaid && plan !== 'free';
  return nextPlan === wanted || (plan === wanted && (wanted === 'free' || isPaid));
}
