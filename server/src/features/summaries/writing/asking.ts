import type { LedgerPart } from '@parlance/contract/endpoints/usage';
import type { Context } from '../../../context.ts';
import type { SummaryClaim } from '../../../db/json.ts';
import type { ProviderRequest } from '../../../kit/models/models.ts';
import type { ChatbotRow } from '../../chatbots/service.ts';
import { modelFor } from '../../conversations/unanswered/service.ts';
import { joinParts, priceParts, reserve, soldParts, sumParts } from '../../usage/service.ts';
import { markAsked, type SummaryRow } from '../queries.ts';
import { readClaims } from '../telling/claims.ts';
import { type LabelledPrompt, maxReplyTokens } from './prompts.ts';

/** Characters of a reply that are read. */
const maxReplyLength = 12_000;

/** The one charge of a summary, which is renewed as it goes on. */
export const workOf = (
  { id, owner_id }: Pick<SummaryRow, 'id' | 'owner_id'>,
  chatbot: Pick<ChatbotRow, 'id' | 'name'>,
) => ({
  id,
  ownerId: owner_id,
  tokenType: 'message' as const,
  operation: 'summary_generation' as const,
  chatbotId: chatbot.id,
  chatbotName: chatbot.name,
  cause: `summary:${id}`,
});

/** It was deleted meanwhile. */
export class SummaryGone extends Error {}

/** What came of one prompt: its claims, or why there are none. */
export type Asked = { claims: SummaryClaim[]; used: Set<string> } | { error: unknown };

/**
 * Asks some prompts at once. What they may cost is set aside before, beside what was spent on the summary so far, and due
 * from then on: killed now, what was asked is charged. Throws `QuotaExceeded` and asks nothing where it is not there.
 */
export async function askAll(
  context: Context,
  { row, chatbot }: { row: SummaryRow; chatbot: ChatbotRow },
  prompts: readonly LabelledPrompt[],
  spent: readonly LedgerPart[],
  signal: AbortSignal,
): Promise<{ asked: Asked[]; spent: LedgerPart[] }> {
  const model = context.models.chat;
  if (!model) throw new Error('no model is configured');
  const { id: name, factor = 1 } = (await modelFor(context, { chatbot })) ?? {};
  const due = joinParts(spent, ...prompts.map(({ prompt }) => prompt.parts));
  const most = priceParts(joinParts(due, [{ name: 'answer', tokens: prompts.length * maxReplyTokens }]), {
    id: name,
    factor,
  });
  await reserve(context, context.db, {
    ...workOf(row, chatbot),
    tokens: Math.max(sumParts(most.parts), row.tokens),
    due: priceParts(due, { id: name, factor }),
  });
  if (!(await markAsked(context.db, row, due))) throw new SummaryGone('the summary was deleted');
  const sold: LedgerPart[][] = [];
  const askOne = async ({ prompt, labelled }: LabelledPrompt): Promise<Asked> => {
    const requests = new Set<ProviderRequest>();
    let reply = '';
    try {
      const pieces = model.stream({
        messages: prompt.messages,
        model: name,
        maxTokens: maxReplyTokens,
        temperature: 0,
        signal,
        asked: requests,
        retries: 0,
      });
      for await (const piece of pieces) {
        reply += piece;
        if (reply.length > maxReplyLength) break;
      }
      return readClaims(reply, labelled, row.language);
    } catch (error) {
      return { error };
    } finally {
      sold.push(soldParts(requests, prompt.parts));
    }
  };
  const asked = await Promise.all(prompts.map(askOne));
  return { asked, spent: joinParts(spent, ...sold) };
}

/** What was spent as it is charged. */
export async function priceOf(
  context: Context,
  chatbot: ChatbotRow,
  spent: readonly LedgerPart[],
  conversations: number,
) {
  const { id, factor = 1 } = (await modelFor(context, { chatbot })) ?? {};
  return { ...priceParts(spent, { id, factor }), conversations };
}
