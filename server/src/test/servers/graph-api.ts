import { createHmac } from 'node:crypto';
import { atPort, createJsonServer, listenLocally } from './local.ts';
import { newMessageIntake } from './message-intake.ts';

interface BusinessAccount {
  clientId: string;
  clientSecret: string;
  accessToken: string;
  numbers: {
    id: string;
    display_phone_number: string;
    verified_name: string;
    quality_rating: string;
    status?: string;
  }[];
  callback: { url: string; verifyToken: string } | undefined;
  /** Takes no address from us: it is to be pasted into the app. */
  isOverrideRefused: boolean;
  /** When the token ends, in seconds; 0: never. */
  expiresAt: number;
  isTokenValid: boolean;
  scopes: string[];
}

/** Meta escapes what is not ASCII, and slashes: whoever signs anything but the bytes breaks on them. */
const escaped = (value: unknown) =>
  JSON.stringify(value)
    .replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/');

interface Sent {
  text?: { body?: string };
  interactive?: {
    body: { text: string };
    action: {
      button?: string;
      buttons?: { reply: { id: string; title: string } }[];
      sections?: { title: string; rows: { id: string; title: string; description?: string }[] }[];
    };
  };
}

/** What of a message is longer, or more, than Meta takes. */
function tooLongIn(message: Record<string, unknown>): string | undefined {
  const { text, interactive } = message as Sent;
  const { button, buttons = [], sections = [] } = interactive?.action ?? {};
  const rows = sections.flatMap((section) => section.rows);
  const lengths: [string | undefined, number][] = [
    [text?.body, 4096],
    [interactive?.body.text, 1024],
    [button, 20],
    ...buttons.flatMap(({ reply }): [string, number][] => [
      [reply.id, 256],
      [reply.title, 20],
    ]),
    ...sections.map(({ title }): [string, number] => [title, 24]),
    ...rows.flatMap(({ id, title, description }): [string | undefined, number][] => [
      [id, 200],
      [title, 24],
      [description, 72],
    ]),
  ];
  const long = lengths.find(([value, max]) => value !== undefined && (value === '' || value.length > max));
  if (long) return `Parameter value is not valid: ${long[0]?.slice(0, 50)}`;
  return buttons.length > 3 || rows.length > 10 ? 'Parameter value is not valid: too many' : undefined;
}

async function shakesHands({ url, verifyToken }: { url: string; verifyToken: string }): Promise<boolean> {
  const check = new URL(url);
  check.searchParams.set('hub.mode', 'subscribe');
  check.searchParams.set('hub.challenge', '1158201444');
  check.searchParams.set('hub.verify_token', verifyToken);
  return (await (await fetch(check)).text()) === '1158201444';
}

/** A local server that speaks the Graph API as far as WhatsApp goes: tokens, numbers, subscriptions and messages. */
export async function startGraphApi() {
  const accounts = new Map<string, BusinessAccount>();
  const messages: Record<string, unknown>[] = [];
  const marks: Record<string, unknown>[] = [];
  const failures: { status: number; code: number; message: string }[] = [];
  const held = new Map<string, Promise<void>>();
  const intake = newMessageIntake();
  let isUntold = (_message: Record<string, unknown>) => false;
  let count = 0;

  const server = createJsonServer(async (request, body, answer) => {
    const url = new URL(request.url ?? '', 'http://graph');
    const [, version, id = '', edge = ''] = url.pathname.split('/');
    await held.get(edge || id);
    const refuse = (code: number, message: string, status = 400) =>
      answer(status, { error: { code, message, type: 'OAuthException', fbtrace_id: 'x' } });
    if (version !== 'v26.0') return refuse(2635, 'version');
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const account = [...accounts.values()].find(({ accessToken }) => accessToken === bearer);
    if (id === 'debug_token') {
      const signedIn = url.searchParams.get('access_token') ?? '';
      const [app, secret = ''] = signedIn.split('|');
      const token = url.searchParams.get('input_token');
      const owner = [...accounts.values()].find((one) => one.clientId === app);
      if (!owner) return refuse(101, 'Error validating application. Cannot get application info.');
      if (owner.clientSecret !== secret) return refuse(1, 'Error validating client secret.');
      const proof = createHmac('sha256', secret).update(signedIn).digest('hex');
      if (bearer || url.searchParams.get('appsecret_proof') !== proof)
        return refuse(100, 'Invalid appsecret_proof provided in the API argument');
      return answer(200, {
        data: {
          app_id: app,
          is_valid: owner.isTokenValid && owner.accessToken === token,
          expires_at: owner.expiresAt,
          scopes: owner.scopes,
        },
      });
    }
    if (!account?.isTokenValid) return refuse(190, 'Error validating access token', 401);
    const proof = createHmac('sha256', account.clientSecret).update(account.accessToken).digest('hex');
    if (url.searchParams.get('appsecret_proof') !== proof) return refuse(100, 'Invalid appsecret_proof');
    if (edge === 'phone_numbers') {
      return accounts.get(id) === account
        ? answer(200, { data: account.numbers })
        : refuse(100, 'Unsupported get');
    }
    if (edge === 'subscribed_apps') {
      if (request.method === 'DELETE') account.callback = undefined;
      if (request.method === 'POST') {
        if (account.isOverrideRefused) return refuse(2200, 'Override is not allowed');
        const callback = { url: String(body.override_callback_uri), verifyToken: String(body.verify_token) };
        if (!(await shakesHands(callback))) return refuse(2200, 'Callback verification failed');
        account.callback = callback;
      }
      return answer(200, {
        success: true,
        data: account.callback
          ? [account.isOverrideRefused ? {} : { override_callback_uri: account.callback.url }]
          : [],
      });
    }
    if (edge === 'messages') {
      if (body.status === 'read') {
        marks.push(body);
        return answer(200, { success: true });
      }
      const failure = failures.shift();
      if (failure) return refuse(failure.code, failure.message, failure.status);
      const fault = tooLongIn(body);
      if (fault) return refuse(131009, fault);
      if (!intake.take(Number(body.to))) return refuse(130429, 'Rate limit hit');
      count += 1;
      messages.push(body);
      if (isUntold(body)) return;
      return answer(200, { messages: [{ id: `wamid.OUT${count}` }] });
    }
    return refuse(100, 'Unsupported');
  });
  const { port, stop } = await listenLocally(server);

  /** Delivers changes of a number, signed over the bytes as they go, perhaps at another port; gives the status. */
  async function deliver(businessId: string, value: Record<string, unknown>, secret?: string, port?: number) {
    const account = accounts.get(businessId);
    if (!account?.callback) throw new Error('nobody is subscribed');
    const metadata = { display_phone_number: '33100000000', phone_number_id: account.numbers[0]?.id };
    const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } };
    const body = escaped({
      object: 'whatsapp_business_account',
      entry: [{ id: businessId, changes: [change] }],
    });
    const signature = createHmac('sha256', secret ?? account.clientSecret)
      .update(body)
      .digest('hex');
    const { status } = await fetch(atPort(account.callback.url, port), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
      body,
    });
    return status;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    stop,
    messages,
    /** Which messages were marked as read, and whether with a sign that an answer is written. */
    marks,
    failures,
    ...intake.told,
    /** Which messages are sent, though nobody is ever told so. */
    tellNothingOf(which: (message: Record<string, unknown>) => boolean) {
      isUntold = which;
    },
    deliver,
    /** What its owner pastes into the app by hand; gives whether Meta takes it. */
    async paste(businessId: string, callback: { url: string; verifyToken: string }) {
      const account = accounts.get(businessId);
      if (!account || !(await shakesHands(callback))) return false;
      account.callback = callback;
      return true;
    },
    accountOf: (businessId: string) => accounts.get(businessId),
    /** Lets calls of an edge wait; gives what lets them go on. */
    hold(edge: string) {
      let release = () => {};
      held.set(edge, new Promise<void>((resolve) => (release = resolve)));
      return release;
    },
    /** A new business account with some numbers; gives what a form asks for. */
    addAccount(numbers = 1) {
      const at = accounts.size + 1;
      const credentials = {
        clientId: `${1000 + at}`,
        clientSecret: `secret-${at}`,
        accessToken: `EAA${'x'.repeat(20)}${at}`,
        businessAccountId: `${7000 + at}`,
      };
      const { businessAccountId, ...rest } = credentials;
      accounts.set(businessAccountId, {
        ...rest,
        numbers: Array.from({ length: numbers }, (_, number) => ({
          id: `${50_000 + at * 100 + number}`,
          display_phone_number: `+33 1 00 00 ${at}${number}`,
          verified_name: 'Hôtel',
          quality_rating: 'GREEN',
        })),
        callback: undefined,
        isOverrideRefused: false,
        expiresAt: 0,
        isTokenValid: true,
        scopes: ['whatsapp_business_messaging', 'whatsapp_business_management'],
      });
      return credentials;
    },
    text: (body: string, more: Record<string, unknown> = {}) => ({
      contacts: [{ profile: { name: 'Ana' }, wa_id: '33612345678', user_id: 'FR.1350' }],
      messages: [
        {
          from: '33612345678',
          from_user_id: 'FR.1350',
          id: `wamid.IN${++count}`,
          timestamp: '1764000000',
          type: 'text',
          text: { body },
          ...more,
        },
      ],
    }),
  };
}
