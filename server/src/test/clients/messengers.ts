import { createTelegramChannel, createWhatsAppChannel } from '@parlance/contract/endpoints/channels';
import { startBotApi } from '../servers/bot-api.ts';
import { startGraphApi } from '../servers/graph-api.ts';

/** A platform's local server with one account, and people who write there; chats are numbers on either. */
export type Messenger = Awaited<ReturnType<typeof openTelegram>> | Awaited<ReturnType<typeof openWhatsApp>>;

export async function openTelegram() {
  const api = await startBotApi();
  const botToken = api.addBot('hotel_bot');
  const { arrived, limit, refused, firstMessageTo, stop } = api;
  let updates = 0;
  const update = (of: object): Record<string, unknown> => ({ update_id: ++updates, ...of });
  const sentTo = (chat: number) =>
    api.calls.flatMap(({ method, body }) =>
      method === 'sendMessage' && body.chat_id === chat ? [String(body.text)] : [],
    );
  return {
    ...{ arrived, limit, refused, firstMessageTo, stop, sentTo },
    platform: 'telegram' as const,
    settings: { TELEGRAM_API_URL: api.url },
    creation: { endpoint: createTelegramChannel, body: { name: 'Bot', botToken } },
    message: (text: string, chat: number) => update(api.message(text, chat)),
    command: (chat: number) => update(api.command('/new', chat)),
    deliver: (written: Record<string, unknown>, port?: number) =>
      api.deliver(botToken, written, undefined, port),
    /** To which chats is sent without that anybody is ever told so. */
    tellNothingOf: (which: (chat: number) => boolean) =>
      api.tellNothingOf(({ method, body }) => method === 'sendMessage' && which(Number(body.chat_id))),
  };
}

export async function openWhatsApp() {
  const api = await startGraphApi();
  const credentials = api.addAccount();
  const { arrived, limit, refused, firstMessageTo, stop } = api;
  const message = (text: string, chat: number): Record<string, unknown> => ({
    messages: [{ ...api.text(text).messages[0], from: String(chat), from_user_id: undefined }],
  });
  const sentTo = (chat: number) =>
    api.messages.flatMap(({ to, text }) =>
      to === String(chat) ? [(text as { body: string } | undefined)?.body ?? ''] : [],
    );
  return {
    ...{ arrived, limit, refused, firstMessageTo, stop, sentTo, message },
    platform: 'whatsapp' as const,
    settings: { WHATSAPP_API_URL: api.url },
    creation: { endpoint: createWhatsAppChannel, body: { name: 'Numéro', ...credentials } },
    command: (chat: number) => message('/new', chat),
    deliver: (written: Record<string, unknown>, port?: number) =>
      api.deliver(credentials.businessAccountId, written, undefined, port),
    /** To which chats is sent without that anybody is ever told so. */
    tellNothingOf: (which: (chat: number) => boolean) => api.tellNothingOf(({ to }) => which(Number(to))),
  };
}
