import type { AnswerOf } from '@parlance/contract/endpoint';
import type { listUsageByChatbot } from '@parlance/contract/endpoints/usage';
import { isoDateOf, localTime } from '@parlance/contract/local-time';
import type { Db } from '../../../db/open.ts';
import type { Reader } from './filters.ts';
import { type FindChatbotNames, lastDays, sumsByChatbot } from './history.ts';
import { answersSince, readSums } from './history-queries.ts';

/** What each chatbot used in the last days, and what its answers to visitors cost. */
export async function listByChatbot(
  db: Db,
  days: number,
  reader: Reader,
  findNames: FindChatbotNames,
): Promise<AnswerOf<typeof listUsageByChatbot>['items']> {
  const filter = lastDays(days, reader);
  const shares = await sumsByChatbot(
    db,
    reader.ownerId,
    await readSums(db, filter, [filter.from]),
    findNames,
  );
  const answers = await answersSince(
    db,
    reader.ownerId,
    isoDateOf(localTime(filter.from, reader.timeZone).day),
  );
  return shares.map(({ chatbot, exists, message, storage }) => {
    const answered = answers.get(chatbot?.id ?? '') ?? { answers: 0, tokens: 0 };
    return {
      chatbot,
      exists,
      message,
      storage,
      answers: answered.answers,
      tokensPerAnswer: answered.answers === 0 ? null : Math.round(answered.tokens / answered.answers),
    };
  });
}
