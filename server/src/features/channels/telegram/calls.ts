import * as z from 'zod/mini';
import type { Context } from '../../../context.ts';
import { callPlatform } from '../platforms/call.ts';
import { PlatformError, type TelegramCredentials } from '../platforms/platform.ts';
import { moveOf } from './updates.ts';

/** What a token looks like: the bot's number, a colon and a secret. Nothing else is put into an address. */
const tokenShape = /^\d{1,20}:[A-Za-z0-9_-]{20,100}$/;

const answerShape = z.object({
  ok: z.boolean(),
  result: z.optional(z.unknown()),
  error_code: z.optional(z.int()),
  description: z.optional(z.string()),
  parameters: z.optional(
    z.object({ retry_after: z.optional(z.number()), migrate_to_chat_id: z.optional(z.int()) }),
  ),
});

/** From here on nobody at all is sent anything by this bot, not only this chat. */
const wholeBotMs = 5000;
const longestWaitMs = 86_400_000;

/** Calls a method of the Bot API and reads its result; throws `PlatformError` for whatever else it answers. */
export async function callTelegram<T extends z.ZodMiniType>(
  { config }: Pick<Context, 'config'>,
  { botToken }: TelegramCredentials,
  method: string,
  body: Record<string, unknown>,
  result: T,
  signal?: AbortSignal,
): Promise<z.output<T>> {
  if (!tokenShape.test(botToken)) throw new PlatformError('signed_out', 'telegram_token_invalid');
  const url = new URL(`/bot${botToken}/${method}`, config.channels.telegramApiUrl);
  const unreachable = 'telegram_unreachable' as const;
  const { status, answer } = await callPlatform(url, { body, unreachable, ...(signal ? { signal } : {}) });
  const read = answerShape.safeParse(answer);
  if (!read.success || (read.data.ok && status >= 500)) throw new PlatformError('unreachable', unreachable);
  const { ok, error_code: code = status, description: detail, parameters } = read.data;
  if (ok) {
    const parsed = result.safeParse(read.data.result);
    if (parsed.success) return parsed.data;
    throw new PlatformError('unreachable', unreachable);
  }
  const movedTo = parameters?.migrate_to_chat_id;
  if (movedTo !== undefined) {
    const move = moveOf(Number(body.chat_id), movedTo);
    throw new PlatformError('refused', 'telegram_message_refused', { detail, move });
  }
  throw errorOf(code, detail, parameters?.retry_after);
}

/** What an answer of Telegram's means: by its code first, by its words only where there is no other way. */
function errorOf(code: number, detail: string | undefined, retryAfter: number | undefined): PlatformError {
  if (code === 429) {
    const retryAfterMs = Math.min(longestWaitMs, Math.max(1, retryAfter ?? 1) * 1000);
    return new PlatformError('limited', 'telegram_unreachable', {
      detail,
      retryAfterMs,
      isWholeAccount: retryAfterMs > wholeBotMs,
    });
  }
  if (code >= 500) return new PlatformError('unreachable', 'telegram_unreachable', { detail });
  if (code === 401 || code === 404)
    return new PlatformError('signed_out', 'telegram_token_revoked', { detail });
  const isGone =
    code === 403 || /chat not found|user is deactivated|bot was (?:blocked|kicked)/i.test(detail ?? '');
  if (isGone) return new PlatformError('gone', 'visitor_left', { detail });
  return new PlatformError('refused', 'telegram_message_refused', { detail });
}
