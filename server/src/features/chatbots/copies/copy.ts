import type { BodyOf } from '@parlance/contract/endpoint';
import type { duplicateChatbot as duplication } from '@parlance/contract/endpoints/chatbots';
import type { Context } from '../../../context.ts';
import { encodeJson, type LocalizedText } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { AppError, requireFound } from '../../../kit/errors.ts';
import { newId, randomToken } from '../../../kit/ids.ts';
import { lockOwner } from '../../auth/service.ts';
import { storeFile } from '../images/images.ts';
import { messages } from '../messages.ts';
import { refuseBeyondPlan } from '../plan/limit.ts';
import { presentChatbot } from '../presenter.ts';
import {
  type ChatbotRow,
  chatbotById,
  imagesOf,
  insertCopy,
  nameKeysOf,
  putImage,
  updateChatbotRow,
} from '../queries.ts';
import { copyName } from './copy-name.ts';
import { nameKey } from './name-key.ts';

/**
 * Creates another chatbot with the same settings, words and images, in a transaction that `begin` completes: it says
 * whether there is more to copy, which then goes on without the caller.
 */
export async function copyChatbot(
  context: Context,
  ownerId: string,
  id: string,
  wish: Pick<BodyOf<typeof duplication>, 'name'>,
  begin: (db: Db, copyId: string, now: Date) => Promise<boolean>,
): Promise<ChatbotRow> {
  const now = context.clock();
  const original = requireFound(await chatbotById(context.db, ownerId, id));
  const images = await copyFiles(context, ownerId, id);
  const copied = transaction(context.db, async (db) => {
    await lockOwner(db, ownerId);
    await refuseBeyondPlan(context, db, ownerId);
    const row = requireFound(await chatbotById(db, ownerId, id));
    const name = wish.name ?? copyName(row.name, new Set(await nameKeysOf(db, ownerId)));
    const shown = presentChatbot(row);
    const copyId = newId(now);
    // A bot of a messenger belongs to one chatbot: the copy begins on the website.
    const isMessenger = original.platform !== 'website';
    const copy = await insertCopy(db, ownerId, row.id, {
      id: copyId,
      public_id: randomToken(16),
      name,
      name_key: nameKey(name),
      platform: 'website',
      status: row.status === 'paused' ? 'paused' : 'active',
      resumes_as: null,
      kept_rank: null,
      error: null,
      // What visitors read stays the same, whatever the copy is called.
      welcome_message: shown.welcomeMessage,
      appearance: { ...(row.appearance as object), title: shown.appearance.title },
      creation: isMessenger ? 'warning' : 'completed',
      creation_notice: isMessenger ? messages.copyOnWebsite : null,
      seen_host: null,
      seen_at: null,
      refused_host: null,
      refused_at: null,
      created_at: now,
      updated_at: now,
    });
    if (!copy) throw new AppError('chatbot_name_taken');
    for (const image of images) await putImage(db, { ...image, chatbotId: copyId, ownerId });
    if (await begin(db, copyId, now))
      await updateChatbotRow(db, ownerId, copyId, { creation: 'initializing' });
    return requireFound(await chatbotById(db, ownerId, copyId));
  });
  return copied.catch(async (error) => {
    // Refused, and so rolled back; what else happened to it nobody knows, and orphans are swept.
    if (error instanceof AppError) for (const { fileKey } of images) await context.files.remove(fileKey);
    throw error;
  });
}

/** Copies each image into a file of its own: deleting one chatbot leaves the other whole. */
async function copyFiles({ db, files, clock }: Context, ownerId: string, chatbotId: string) {
  const copies = [];
  for (const { slot, file_key, media_type } of await imagesOf(db, ownerId, chatbotId)) {
    const fileKey = newId(clock());
    await storeFile(files, await files.open(file_key), fileKey);
    copies.push({ slot, fileKey, mediaType: media_type });
  }
  return copies;
}

/** Ends a copy: nothing more is copied; `lacks` is what its owner must know of what was not. */
export async function completeCopy(db: Db, ownerId: string, id: string, lacks: LocalizedText | undefined) {
  const row = await chatbotById(db, ownerId, id);
  if (row?.creation !== 'initializing') return;
  const earlier = row.creation_notice;
  const notice = [earlier, lacks].filter((told) => told !== null && told !== undefined);
  await updateChatbotRow(db, ownerId, id, {
    creation: notice.length > 0 ? 'warning' : 'completed',
    creation_notice:
      notice.length > 0
        ? encodeJson({
            fr: notice.map(({ fr }) => fr).join(' '),
            en: notice.map(({ en }) => en).join(' '),
          })
        : null,
  });
}
