import { duplicateChatbot } from '@parlance/contract/endpoints/chatbots';
import { type Registration, route } from '../../../kit/http/route.ts';
import { copyChatbot, presentChatbot } from '../../chatbots/service.ts';
import { beginCopyOfSources } from '../../sources/service.ts';
import { copyChecks } from './checks.ts';

export const copyRoutes: Registration[] = [
  route(duplicateChatbot, async (context, { caller, params, body, language }) => {
    const { userId: ownerId } = caller;
    const copy = await copyChatbot(context, ownerId, params.chatbotId, body, async (db, copyId, now) => {
      const chatbots = { fromId: params.chatbotId, copyId };
      await copyChecks(db, ownerId, chatbots, now);
      return body.copySources && (await beginCopyOfSources(context, db, ownerId, chatbots, now));
    });
    return presentChatbot(copy, language);
  }),
];
