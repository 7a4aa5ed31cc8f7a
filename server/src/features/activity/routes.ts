import { getChatbotContents } from '@parlance/contract/endpoints/chatbots';
import { listActivity, listSetups } from '@parlance/contract/endpoints/usage';
import { requireFound } from '../../kit/errors.ts';
import { type Registration, route } from '../../kit/http/route.ts';
import { contentsOf, recentActivity, setupsOf } from './queries.ts';

const maxShown = 10;

export const activityRoutes: Registration[] = [
  route(listActivity, async ({ db }, { caller }) => {
    const rows = await recentActivity(db, caller.userId, maxShown);
    return {
      items: rows.map((row) => ({
        at: row.at.toISOString(),
        kind: row.kind,
        chatbot: row.chatbot_id === null ? null : { id: row.chatbot_id, name: row.chatbot_name ?? '' },
        ...(row.conversation_id === null ? {} : { conversationId: row.conversation_id }),
        text: row.text,
      })),
    };
  }),
  route(listSetups, async ({ db }, { caller }) => ({ items: await setupsOf(db, caller.userId) })),
  route(getChatbotContents, async ({ db }, { caller, params }) =>
    requireFound(await contentsOf(db, caller.userId, params.chatbotId)),
  ),
];
