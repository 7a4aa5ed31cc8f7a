import { estimateTokens } from '@parlance/contract/limits';
import type { Context } from '../../context.ts';
import { newId } from '../../kit/ids.ts';
import { type Quotation, quote, type RankedPassage, searchPassages } from '../knowledge/service.ts';
import { priced, reserveIfLeft, settle } from '../usage/service.ts';
import { mostTokens } from './prompt.ts';
import { type Asker, lengthOf, meantBy, modelFor, type Turn, work } from './turn.ts';

/** How many passages are looked at; the best of them reach the prompt. */
const passagesAsked = 12;

/** What the sources say of a question. */
export interface Retrieved {
  /** The best first; none where nothing is near. */
  passages: readonly RankedPassage[];
  /** What answers word for word, or that nothing surely does. */
  quotation: Quotation;
}

export async function findPassages(
  context: Context,
  { chatbot, account }: Asker,
  turn: Turn,
  signal: AbortSignal,
): Promise<Retrieved> {
  if (turn.talk) return { passages: [], quotation: { sentences: [], answered: false } };
  const asked = work({ chatbot, turn });
  const question = meantBy(turn);
  const due = estimateTokens(question);
  // With the most that the answer may take: of a question that is refused later, nobody is paid for the search.
  const { factor = 1 } = (await modelFor(context, { chatbot, account })) ?? {};
  const tokens = due + priced(mostTokens(chatbot.system_message, question, lengthOf(chatbot)), factor);
  const embedding =
    context.models.embeddings &&
    (await reserveIfLeft(
      context,
      context.db,
      { ...asked, operation: 'vector_search', tokens, due },
      account,
    ));
  const { passages, tokensSpent } = await searchPassages(context, {
    ownerId: chatbot.owner_id,
    chatbotId: chatbot.id,
    question,
    language: turn.language,
    limit: passagesAsked,
    byWordsAlone: !embedding,
    signal,
  });
  if (embedding && tokensSpent > 0) {
    const search = { ...embedding, id: newId(context.clock()), cause: `${asked.cause}:search` };
    await settle(context, context.db, search, tokensSpent);
  }
  return { passages, quotation: quote(question, turn.language, passages, lengthOf(chatbot)) };
}
