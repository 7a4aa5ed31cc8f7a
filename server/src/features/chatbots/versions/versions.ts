import type { Chatbot, SystemMessageVersion } from '@parlance/contract/endpoints/chatbots';
import type { Language } from '@parlance/contract/i18n';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { requireFound } from '../../../kit/errors.ts';
import { takePage } from '../../../kit/http/cursor.ts';
import { lockOwner } from '../../auth/service.ts';
import { presentChatbot } from '../presenter.ts';
import {
  type ChatbotRow,
  chatbotById,
  forgetVersions,
  insertVersion,
  updateChatbotRow,
  versionOf,
  versionsOf,
} from '../queries.ts';
import { nextEditTime } from './edited-at.ts';

/** Versions kept of one chatbot; the oldest give way. */
const maxVersions = 50;

/** Stores the instructions of `row` before they become others. */
export async function storeVersion(db: Db, row: ChatbotRow, next: string, at: Date): Promise<void> {
  if (row.system_message === next) return;
  const { id: chatbotId, owner_id: ownerId, system_message: systemMessage } = row;
  await insertVersion(db, { chatbotId, ownerId, systemMessage, at });
  await forgetVersions(db, ownerId, chatbotId, maxVersions);
}

export async function listVersions(
  db: Db,
  ownerId: string,
  chatbotId: string,
  page: { before: number | undefined; limit: number },
): Promise<{ items: SystemMessageVersion[]; last: { value: string; id: string } | undefined }> {
  requireFound(await chatbotById(db, ownerId, chatbotId));
  const { shown, last } = await takePage(page, (page) => versionsOf(db, ownerId, chatbotId, page));
  return {
    items: shown.map(({ version, system_message, at }) => ({
      version,
      systemMessage: system_message,
      at: at.toISOString(),
    })),
    last: last && { value: String(last.version), id: chatbotId },
  };
}

export function restoreVersion(
  context: Context,
  ownerId: string,
  chatbotId: string,
  version: number,
  language: Language,
): Promise<Chatbot> {
  return transaction(context.db, async (db) => {
    await lockOwner(db, ownerId);
    const row = requireFound(await chatbotById(db, ownerId, chatbotId));
    const { system_message } = requireFound(await versionOf(db, ownerId, chatbotId, version));
    if (system_message === row.system_message) return presentChatbot(row, language);
    const now = nextEditTime(context, row);
    await storeVersion(db, row, system_message, now);
    const change = { system_message, updated_at: now };
    return presentChatbot(requireFound(await updateChatbotRow(db, ownerId, chatbotId, change)), language);
  });
}
