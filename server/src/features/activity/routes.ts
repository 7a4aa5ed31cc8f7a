import { listActivity } from '@parlance/contract/usage';
import { type Registration, route } from '../../kit/http.ts';
import { recentActivity } from './queries.ts';

const shown = 10;

export const activityRoutes: Registration[] = [
  route(listActivity, async ({ db }, { caller }) => {
    const rows = await recentActivity(db, caller.userId, shown);
    return {
      items: rows.map((row) => ({
        at: row.at.toISOString(),
        kind: row.kind,
        chatbot: row.chatbot_id === null ? null : { id: row.chatbot_id, name: row.chatbot_name ?? '' },
        text: row.text,
      })),
    };
  }),
];
