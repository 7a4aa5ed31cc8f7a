import type { Source } from '@parlance/contract/endpoints/sources';
import { type Language, speak } from '@parlance/contract/i18n';
import { limits } from '@parlance/contract/limits';
import { messages } from './messages.ts';
import type { SourceRow } from './queries.ts';
import { refusalIn, wordRefusal } from './refusals.ts';

/** The time until which the original of a file is kept that could not be read. */
function originalOf(row: SourceRow, language: Language): string | undefined {
  if (row.kind !== 'file' || row.last_sync_at !== null) return undefined;
  const t = speak(messages, language);
  if (row.file_key === null) return t.originalLeft(limits.unreadableFileDays);
  return t.originalLeaves(new Date(row.updated_at.getTime() + limits.unreadableFileDays * 86_400_000));
}

export function presentSource(row: SourceRow, language: Language): Source {
  const refusal = refusalIn(row);
  const isRunning = row.progress_done !== null && row.progress_total !== null;
  return {
    id: row.id,
    chatbotId: row.chatbot_id,
    kind: row.kind,
    name: row.name,
    ...(row.url === null ? {} : { url: row.url }),
    mediaType: row.media_type,
    size: row.size,
    status: row.status,
    ...(isRunning ? { progress: { done: row.progress_done ?? 0, total: row.progress_total ?? 0 } } : {}),
    ...(refusal === undefined
      ? {}
      : {
          error: {
            code: refusal.code,
            message: [wordRefusal(refusal, language), originalOf(row, language)].filter(Boolean).join(' '),
            ...(refusal.statusCode === undefined ? {} : { statusCode: refusal.statusCode }),
          },
        }),
    passages: row.passages,
    storageTokens: row.storage_tokens,
    language: row.language,
    requiresAuthentication: row.requires_authentication,
    schedule: row.schedule,
    ignoreHeader: row.ignore_header,
    ignoreFooter: row.ignore_footer,
    ...(row.crawl_id === null ? {} : { crawlId: row.crawl_id }),
    notices: row.notices.map(({ code, ...message }) => ({
      code,
      message: message[language],
    })),
    createdAt: row.created_at.toISOString(),
    lastSyncAt: row.last_sync_at?.toISOString() ?? null,
  };
}
