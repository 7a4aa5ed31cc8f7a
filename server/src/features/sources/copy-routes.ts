import { duplicateChatbot } from '@parlance/contract/chatbots';
import { type Registration, route } from '../../kit/http.ts';
import { enqueue } from '../../kit/jobs.ts';
import { copyChatbot, presentChatbot } from '../chatbots/service.ts';
import { copySources } from './copy-job.ts';
import { beginCopy, hasSources } from './copy-queries.ts';

export const copyRoutes: Registration[] = [
  route(duplicateChatbot, async (context, { caller, params, body, language }) => {
    const { userId: ownerId } = caller;
    const { chatbotId: fromId } = params;
    const copy = await copyChatbot(context, ownerId, fromId, body, async (db, chatbotId, now) => {
      if (!body.copySources || !(await hasSources(db, fromId))) return false;
      await beginCopy(db, { chatbotId, ownerId, fromId, startedAt: now });
      await enqueue(db, copySources, { chatbotId }, { now, ownerId, dedupeKey: chatbotId });
      return true;
    });
    return presentChatbot(copy, language);
  }),
];
