import { type FallbackReason, listFallbacks } from '@parlance/contract/endpoints/usage';
import { limits } from '@parlance/contract/limits';
import type { Context } from '../../../../context.ts';
import { type Registration, route } from '../../../../kit/http/route.ts';
import { type Balance, balanceOf, findPassedLimits, momentOf, tokensLeft } from '../../../usage/service.ts';
import { type OpenFallback, openFallbacks } from './queries.ts';

/** Owners seeing which of their chatbots quote, since when and why. */
export const fallbackRoutes: Registration[] = [
  route(listFallbacks, async (context, { caller }) => {
    const open = await openFallbacks(context.db, caller.userId);
    if (open.length === 0) return { items: [] };
    const balance = await balanceOf(context, context.db, caller.userId, 'message');
    const items = await Promise.all(open.map((row) => present(context, caller.userId, row, balance)));
    return { items: items.filter((item) => item !== undefined) };
  }),
];

const limitOf = { quota: 'quota', daily_cap: 'day', monthly_cap: 'month' } as const satisfies Partial<
  Record<FallbackReason, string>
>;

/** Nothing for what is there again, though nobody has asked since: a limit that was raised, or a new day or month. */
async function present({ db, clock }: Context, ownerId: string, row: OpenFallback, balance: Balance) {
  const { chatbot_id: chatbotId, name, reason, since, answers, needed } = row;
  const item = { chatbot: { id: chatbotId, name }, reason, since: since.toISOString(), answers };
  if (reason === 'provider') return { ...item, isSilent: false };
  const now = clock();
  const caps = { daily: row.daily_tokens, monthly: row.monthly_tokens };
  const work = { ownerId, chatbotId, tokens: needed, caps };
  const passed = await findPassedLimits(db, work, { ...balance, left: tokensLeft(balance) }, now);
  if (!passed[limitOf[reason]]) return undefined;
  const isToday = row.free_day !== null && row.free_day >= momentOf(balance, now).day;
  return { ...item, isSilent: isToday && (row.free_answers ?? 0) >= limits.freeAnswersPerDay };
}
