import { atPort, createJsonServer, listenLocally } from './local.ts';
import { newMessageIntake } from './message-intake.ts';

interface Call {
  method: string;
  body: Record<string, unknown>;
}

/** Whether a text is HTML as Telegram takes it, and not too long once its marks are taken out. */
function faultIn({ text, parse_mode: mode }: Record<string, unknown>): string | undefined {
  const written = String(text);
  const open: string[] = [];
  if (mode === 'HTML')
    for (const [, end, name = '', sign] of written.matchAll(/<(\/?)(b|i|u|s|code|pre|blockquote)>|([<>])/g)) {
      if (sign !== undefined || (end && open.pop() !== name)) return "can't parse entities";
      if (!end) open.push(name);
    }
  if (open.length > 0) return "can't parse entities";
  const bare =
    mode === 'HTML' ? written.replace(/<[^>]*>/g, '').replace(/&(?:lt|gt|amp|quot);/g, '.') : written;
  if (bare.trim() === '') return 'message text is empty';
  return bare.length > 4096 ? 'message is too long' : undefined;
}

interface Bot {
  id: number;
  username: string;
  webhook: { url: string; secret: string } | undefined;
}

/** A local server that speaks Telegram's Bot API: bots by their tokens, webhooks, and what each was asked to send. */
export async function startBotApi() {
  const bots = new Map<string, Bot>();
  const calls: Call[] = [];
  const failures: { status: number; body: unknown }[] = [];
  const failSends: { status: number; body: unknown }[] = [];
  const intake = newMessageIntake();
  const held = new Map<string, { begun: () => void; end: Promise<void> }>();
  let isUntold = (_call: Call) => false;
  const failuresAfter: { method: string; status: number; body: unknown }[] = [];
  let lastUpdate = 700_000;
  let lastMessage = 0;
  let lastBot = 100_000;

  const server = createJsonServer(async (request, body, answer) => {
    const [, token = '', method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    const bot = bots.get(token);
    if (!bot) return answer(401, { ok: false, error_code: 401, description: 'Unauthorized' });
    const call = { method, body };
    calls.push(call);
    const hold = held.get(method);
    hold?.begun();
    await hold?.end;
    if (isUntold(call)) return;
    const failure = (method === 'sendMessage' ? failSends.shift() : undefined) ?? failures.shift();
    if (failure) return answer(failure.status, failure.body);
    const lost = failuresAfter[0]?.method === method ? failuresAfter.shift() : undefined;
    const ok = (result: unknown) =>
      lost ? answer(lost.status, lost.body) : answer(200, { ok: true, result });
    switch (method) {
      case 'getMe':
        return ok({ id: bot.id, is_bot: true, first_name: 'Bot', username: bot.username });
      case 'setWebhook':
        bot.webhook = { url: String(body.url), secret: String(body.secret_token) };
        return ok(true);
      case 'getWebhookInfo':
        return ok({ url: bot.webhook?.url ?? '', pending_update_count: 0, ...told.seen });
      case 'deleteWebhook':
        bot.webhook = undefined;
        return ok(true);
      case 'sendMessage': {
        const fault = faultIn(body);
        if (fault) return answer(400, { ok: false, error_code: 400, description: `Bad Request: ${fault}` });
        if (!intake.take(Number(body.chat_id))) {
          const description = 'Too Many Requests: retry after 1';
          return answer(429, { ok: false, error_code: 429, description, parameters: { retry_after: 1 } });
        }
        lastMessage += 1;
        return ok({ message_id: lastMessage, chat: { id: body.chat_id }, text: body.text });
      }
      case 'sendMessageDraft':
        return told.failDrafts
          ? answer(404, { ok: false, error_code: 404, description: 'Not Found: method not found' })
          : ok(true);
      default:
        return ok(true);
    }
  });
  const { port, stop } = await listenLocally(server);

  const told = {
    /** Whether drafts are unknown here, as to an older server. */
    failDrafts: false,
    /** What Telegram says of every webhook beside its address. */
    seen: {} as { pending_update_count?: number; last_error_date?: number; last_error_message?: string },
  };
  return Object.assign(told, {
    url: `http://127.0.0.1:${port}`,
    stop,
    calls,
    /** What the next calls are answered with instead. */
    failures,
    /** … the next messages. */
    failSends,
    ...intake.told,
    /** Which calls are done as they say, though nobody is ever told so. */
    tellNothingOf(which: (call: Call) => boolean) {
      isUntold = which;
    },
    /** … calls of a method, once they are done. */
    failuresAfter,
    /** A new bot; gives its token. */
    addBot(username: string): string {
      lastBot += 1;
      const id = lastBot;
      const token = `${id}:AA${'x'.repeat(30)}${id}`;
      bots.set(token, { id, username, webhook: undefined });
      return token;
    },
    /** Withdraws a token; gives the one that its bot has from now on. */
    revoke(token: string): string {
      const bot = bots.get(token);
      if (!bot) throw new Error('no such bot');
      bots.delete(token);
      const next = `${token}next`;
      bots.set(next, bot);
      return next;
    },
    /** Lets calls of a method wait; gives when the first has come, and what lets them go on. */
    hold(method: string) {
      let [begun, release] = [() => {}, () => {}];
      const hasBegun = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const end = new Promise<void>((resolve) => {
        release = resolve;
      });
      held.set(method, { begun, end });
      return {
        hasBegun,
        release() {
          held.delete(method);
          release();
        },
      };
    },
    webhookOf: (token: string) => bots.get(token)?.webhook,
    sent: () => calls.filter(({ method }) => method === 'sendMessage').map(({ body }) => String(body.text)),
    /** Delivers an update as Telegram does, with the bot's secret, perhaps at another port; gives the status. */
    async deliver(
      token: string,
      update: Record<string, unknown>,
      secret?: string,
      port?: number,
    ): Promise<number> {
      const webhook = bots.get(token)?.webhook;
      if (!webhook) throw new Error('no webhook');
      lastUpdate += 1;
      const { status } = await fetch(atPort(webhook.url, port), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-telegram-bot-api-secret-token': secret ?? webhook.secret,
        },
        body: JSON.stringify({ update_id: lastUpdate, ...update }),
      });
      return status;
    },
    message: (text: string | undefined, chat = 555) => ({
      message: {
        message_id: ++lastMessage,
        date: Math.floor(Date.now() / 1000),
        chat: { id: chat, type: 'private', first_name: 'Ana' },
        from: { id: chat, is_bot: false, first_name: 'Ana', language_code: 'fr' },
        ...(text === undefined ? { photo: [] } : { text }),
      },
    }),
    command: (text: string, chat = 555) => ({
      message: {
        message_id: ++lastMessage,
        date: 1,
        chat: { id: chat, type: 'private' },
        from: { id: chat, is_bot: false, first_name: 'Ana', language_code: 'fr' },
        text,
        entities: [{ type: 'bot_command', offset: 0, length: text.split(' ')[0]?.length }],
      },
    }),
    pressed: (data: string, chat = 555) => ({
      callback_query: {
        id: `${++lastMessage}`,
        from: { id: chat, is_bot: false, first_name: 'Ana' },
        data,
        message: { message_id: 1, date: 0, chat: { id: chat, type: 'private' } },
      },
    }),
    member: (status: string, chat = 555) => ({
      my_chat_member: {
        chat: { id: chat, type: 'private' },
        from: { id: chat, is_bot: false, first_name: 'Ana' },
        date: 1,
        old_chat_member: { status: 'member' },
        new_chat_member: { status },
      },
    }),
  });
}
