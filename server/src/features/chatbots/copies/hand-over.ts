import type { Context } from '../../../context.ts';
import { encodeJson } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import { requireFound } from '../../../kit/errors.ts';
import { fitToPlan } from '../plan/fit.ts';
import { refuseBeyondPlan } from '../plan/limit.ts';
import { presentChatbot } from '../presenter.ts';
import { type ChatbotRow, chatbotById, giveChatbotRow, nameKeysOf } from '../queries.ts';
import { copyName } from './copy-name.ts';
import { nameKey } from './name-key.ts';

/** What the chatbot would be called in an account: its own name, or the next that is free. */
export async function nameAt(
  db: Db,
  ownerId: string,
  { name, name_key: key }: Pick<ChatbotRow, 'name' | 'name_key'>,
): Promise<{ name: string; name_key: string }> {
  const taken = new Set(await nameKeysOf(db, ownerId));
  if (!taken.has(key)) return { name, name_key: key };
  const free = copyName(name, taken);
  return { name: free, name_key: nameKey(free) };
}

/**
 * Gives a chatbot to another account, with all that refers to it by its id and its owner (`on update cascade`); in a transaction that
 * holds both accounts and the chatbot alone. Its public id stays. Throws `chatbot_limit_reached`.
 */
export async function handOverChatbot(
  context: Context,
  db: Db,
  { id, fromId, toId }: { id: string; fromId: string; toId: string },
): Promise<{ id: string; name: string }> {
  const row = requireFound(await chatbotById(db, fromId, id));
  await refuseBeyondPlan(context, db, toId);
  const named = await nameAt(db, toId, row);
  const shown = presentChatbot(row);
  const given = await giveChatbotRow(db, fromId, id, {
    owner_id: toId,
    ...named,
    // What visitors read stays the same, whatever it is called.
    ...(named.name === row.name
      ? {}
      : {
          welcome_message: shown.welcomeMessage,
          appearance: encodeJson({ ...(row.appearance as object), title: shown.appearance.title }),
        }),
    kept_rank: null,
    updated_at: context.clock(),
  });
  // Its place is another's, which had to pause for want of one; and it resumes where it has one.
  for (const ownerId of [fromId, toId]) await fitToPlan(context, db, ownerId);
  return requireFound(given);
}
