import type { IncomingHttpHeaders } from 'node:http';
import type { Citation } from '@parlance/contract/endpoints/embed';
import type { ErrorCode } from '@parlance/contract/errors';
import type { Language } from '@parlance/contract/i18n';
import type { Context } from '../../../context.ts';
import type { ChannelFacts, ChatAddress, InboundContent, StoredHealth } from '../../../db/json.ts';

export type PlatformName = 'telegram' | 'whatsapp';

/** What a channel signs in with; each platform has its own. */
export interface TelegramCredentials {
  botToken: string;
}
export interface WhatsAppCredentials {
  clientId: string;
  clientSecret: string;
  accessToken: string;
  businessAccountId: string;
}

/** A channel as its platform's code sees it: opened, and never logged. */
export interface OpenChannel<Credentials = unknown> {
  id: string;
  credentials: Credentials;
  /** Ours, which the platform shows with what it delivers. */
  webhookSecret: string;
  /** The one that replaces it, while the platform is being told: either is believed. */
  nextWebhookSecret: string | null;
  accountId: string | null;
  facts: ChannelFacts;
}

/** What was delivered, before anybody looked for whom. */
export interface InboundEvent {
  /** The sender's own id of it: twice the same is one. */
  externalId: string;
  /** Who it is from, as the platform tells people apart. */
  chatKey: string;
  /** Beside it, or before it: a chat known by this is the same. */
  secondKey?: string | undefined;
  address: ChatAddress;
  name?: string | undefined;
  statedLanguage?: Language | undefined;
  /** Where the person came from. */
  origin?: string | undefined;
  /** The platform's id of the message that it is or is about. */
  messageRef?: string | undefined;
  /** The platform's order within a chat. */
  position: number;
  /** When it was said, where the platform tells and something depends on it; else it was when it arrived. */
  saidAt?: Date | undefined;
  content: InboundContent;
}

/** What became of a message that we sent. */
export interface Receipt {
  /** Ours, where the platform hands it back; else the platform's. */
  messageId?: string | undefined;
  externalId: string;
  status: 'sent' | 'delivered' | 'read' | 'failed';
  code?: ErrorCode | undefined;
  detail?: string | undefined;
}

/** A group goes on under another id: what was known of it by the one is reached by the other. */
export interface Move {
  from: ChatAddress;
  to: ChatAddress;
  /** How the keys of its chats begin. */
  fromKey: string;
  toKey: string;
}

export interface Delivery {
  events: InboundEvent[];
  receipts: Receipt[];
  moves?: Move[];
  /** What the platform says is wrong with the account. */
  trouble?: PlatformError | undefined;
}

export type PlatformFailure =
  /** It does not answer, or fails: again, later. */
  | 'unreachable'
  /** Too many calls: again after `retryAfterMs`. */
  | 'limited'
  /** It will not do this, however often it is asked. */
  | 'refused'
  /** Our credentials are no good any more. */
  | 'signed_out'
  /** The person is gone, or wants nothing from us. */
  | 'gone';

/** What keeps more from being sent than the one message of which it was said: its owner hears of it beside the message, too. */
export const isOfAccount = (code: ErrorCode): boolean =>
  code === 'whatsapp_payment_missing' ||
  code === 'whatsapp_name_not_approved' ||
  code === 'whatsapp_spam_limited' ||
  code === 'whatsapp_permission_missing';

/** What is said where a bot or a number answers for another channel. */
export const inUse = { telegram: 'telegram_bot_in_use', whatsapp: 'whatsapp_number_in_use' } as const;

/** Why a platform did not do what it was asked for. Holds no address and no secret: it may be logged. */
export class PlatformError extends Error {
  override name = 'PlatformError';
  readonly failure: PlatformFailure;
  /** What its owner is told. */
  readonly code: ErrorCode;
  /** The platform's own words. */
  readonly detail: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** Whether nobody on this account may be sent anything before then, not only this chat. */
  readonly isWholeAccount: boolean;
  /** Whether that time is a guess, to be made longer each time. */
  readonly isGuess: boolean;
  /** What its owner chooses from, to go on. */
  readonly numbers: ChannelFacts['numbers'];
  /** Where the chat goes on: there it may be tried again. */
  readonly move: Move | undefined;

  constructor(
    failure: PlatformFailure,
    code: ErrorCode,
    facts: {
      detail?: string | undefined;
      retryAfterMs?: number;
      isWholeAccount?: boolean;
      isGuess?: boolean;
      numbers?: ChannelFacts['numbers'];
      move?: Move | undefined;
    } = {},
  ) {
    super(`the platform: ${failure}, ${code}`);
    this.failure = failure;
    this.code = code;
    this.detail = facts.detail;
    this.retryAfterMs = facts.retryAfterMs;
    this.isWholeAccount = facts.isWholeAccount ?? false;
    this.isGuess = facts.isGuess ?? false;
    this.numbers = facts.numbers;
    this.move = facts.move;
  }
}

/** What is said to a visitor: Markdown as answers are written, with what it cites and what may be asked next. */
export interface Say {
  text: string;
  language: Language;
  citations?: readonly Citation[];
  /** Offered as buttons: what is shown, and what comes back when it is pressed (at most 64 bytes). */
  buttons?: readonly { label: string; data: string }[];
  /** Whether it may be rated. */
  isAnswer?: boolean;
}

export interface ChatForSending {
  address: ChatAddress;
  lastInboundAt: Date;
}

/** How a platform shows that we write. */
export interface Typing {
  /** How long, before it must be told again. */
  everyMs: number;
  /** How often it may be told of one answer. */
  times: number;
}

/** A message every so often, after as many at once. */
export interface Pace {
  /** Of what. */
  of: string;
  everyMs: number;
  burst: number;
}

/** Who an account at a platform is. */
export interface Account {
  id: string;
  /** As people know it: `@name`, or a telephone number. */
  name: string;
  link: string;
  facts: ChannelFacts;
  /** What is well enough to go on, and to be told. */
  warning?: { code: ErrorCode; detail?: string | undefined } | undefined;
}

/** What a chatbot says of itself on a platform. */
export interface Introduction {
  welcome: Record<Language, string>;
  language: Language;
}

/** What we know of a channel ourselves, against which the platform's view is judged. */
export interface KnownOfChannel {
  /** Where deliveries reach it: its own address, and those of others that share its account. */
  callbackUrls: readonly string[];
  /** Whether its owner is still to paste our address at the platform. */
  isToSetUp: boolean;
  lastEventAt: Date | null;
}

export type Warning = { code: ErrorCode; detail?: string | undefined };

/** A platform that visitors write on. What throws, throws `PlatformError`. */
export interface ChannelPlatform<Credentials = unknown> {
  readonly name: PlatformName;
  /** Bytes of a delivery at most. */
  readonly maxDeliveryBytes: number;
  readonly typing: Typing;
  /** After how long each a message is tried again while the platform is out of reach; then it has failed. */
  readonly retriesMs: readonly number[];
  /** How long an answer that could not be sent is still waited for. */
  readonly lateAfterMs: number;
  last4(credentials: Credentials): string;

  /** Who the credentials are; the first of the steps. */
  verify(context: Context, channel: OpenChannel<Credentials>): Promise<Account>;
  /** Tells the platform what the chatbot is; gives what it would not take. */
  configure(
    context: Context,
    channel: OpenChannel<Credentials>,
    introduction: Introduction,
  ): Promise<Warning | undefined>;
  /** Has it deliver to `callbackUrl`, and looks that it does; gives what its owner has to set up by hand. */
  connect(
    context: Context,
    channel: OpenChannel<Credentials>,
    callbackUrl: string,
  ): Promise<Warning | undefined>;
  /** Has it deliver no more. Credentials that are refused count as done. */
  disconnect(context: Context, channel: OpenChannel<Credentials>, isAccountStillUsed: boolean): Promise<void>;
  checkHealth(
    context: Context,
    channel: OpenChannel<Credentials>,
    known: KnownOfChannel,
  ): Promise<Omit<StoredHealth, 'checkedAt'>>;

  /** The answer to a handshake; undefined refuses it. A platform without one has none. */
  handshake?(channel: OpenChannel<Credentials>, query: Record<string, unknown>): string | undefined;
  /** Whether the platform itself sent these bytes: in constant time, before anything of them is read. */
  isFromPlatform(channel: OpenChannel<Credentials>, headers: IncomingHttpHeaders, body: Buffer): boolean;
  /** The accounts that a delivery tells of, where one address serves several. */
  accountsIn?(body: unknown): string[];
  /** Reads a delivery: what it does not know is left out, nothing throws. */
  read(channel: OpenChannel<Credentials>, body: unknown): Delivery;

  /** The messages that say it, each small enough for the platform, in their order. */
  compose(say: Say, address: ChatAddress): Record<string, unknown>[];
  /** How fast the platform takes messages: the chat's own pace, then the account's. */
  pacesOf(address: ChatAddress): Pace[];
  /** Sends one of `compose`; gives the platform's id of it. `id` is ours. */
  send(
    context: Context,
    channel: OpenChannel<Credentials>,
    chat: ChatForSending,
    message: { id: string; body: Record<string, unknown> },
  ): Promise<{ externalId: string }>;
  /** Shows that an answer is being written, and that the message was read; failures are nobody's concern. */
  showTyping(
    context: Context,
    channel: OpenChannel<Credentials>,
    chat: ChatForSending,
    messageRef: string | null,
  ): Promise<void>;
  /** Shows what is written so far, where a platform can; may be dropped. */
  showDraft?(
    context: Context,
    channel: OpenChannel<Credentials>,
    chat: ChatForSending,
    draft: { id: string; text: string },
  ): Promise<void>;
  /** Takes the spinner off a button that was pressed. */
  acknowledge?(context: Context, channel: OpenChannel<Credentials>, messageRef: string): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of platforms holds different credentials
export type AnyPlatform = ChannelPlatform<any>;
export type Platforms = Record<PlatformName, AnyPlatform>;
