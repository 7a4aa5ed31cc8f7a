import type { ErrorCode } from '@parlance/contract/errors';
import type { Language } from '@parlance/contract/i18n';
import * as z from 'zod/mini';
import type { InboundContent } from '../../../db/json.ts';
import {
  type Delivery,
  type InboundEvent,
  isOfAccount,
  type OpenChannel,
  type PlatformError,
  type Receipt,
} from '../platforms/platform.ts';
import { graphError } from './calls.ts';

const key = z.string().check(z.minLength(1), z.maxLength(300));
const failure = z.object({
  code: z.int(),
  title: z.optional(z.string()),
  error_data: z.optional(z.object({ details: z.optional(z.string()) })),
});
const contact = z.object({
  profile: z.optional(z.object({ name: z.optional(z.string()) })),
  wa_id: z.optional(z.string()),
  user_id: z.optional(z.string()),
});
const value = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: z.optional(z.array(z.unknown())),
  messages: z.optional(z.array(z.unknown())),
  statuses: z.optional(z.array(z.unknown())),
  errors: z.optional(z.array(z.unknown())),
});
const delivery = z.object({
  entry: z.array(z.object({ changes: z.array(z.object({ field: z.string(), value: z.unknown() })) })),
});
const reply = z.object({
  id: z.string(),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
});
const message = z.object({
  id: key,
  type: z.string(),
  from: z.optional(key),
  from_user_id: z.optional(key),
  timestamp: z.string(),
  text: z.optional(z.object({ body: z.string() })),
  button: z.optional(z.object({ payload: z.optional(z.string()), text: z.optional(z.string()) })),
  interactive: z.optional(z.object({ button_reply: z.optional(reply), list_reply: z.optional(reply) })),
  image: z.optional(z.object({ caption: z.optional(z.string()) })),
  video: z.optional(z.object({ caption: z.optional(z.string()) })),
  document: z.optional(z.object({ caption: z.optional(z.string()) })),
  reaction: z.optional(z.object({ message_id: key, emoji: z.optional(z.string()) })),
  system: z.optional(
    z.object({
      wa_id: z.optional(key),
      user_id: z.optional(key),
      previous_user_id: z.optional(key),
    }),
  ),
});
const statusShape = z.object({
  id: key,
  status: z.enum(['sent', 'delivered', 'read', 'played', 'failed']),
  biz_opaque_callback_data: z.optional(z.string()),
  errors: z.optional(z.array(failure)),
});

type Message = z.output<typeof message>;

const maxText = 8000;
/** Countries whose numbers begin so, and where most would read French. */
const frenchNumbers = /^(?:33|32|41|352|377|221|225|223|226)/;
/** What visitors say by word where a messenger has no commands, in either language: the whole message, or nothing. */
const commandsSaid = new Map<string, 'delete' | 'new'>([
  ['delete my data', 'delete'],
  ['delete my messages', 'delete'],
  ['supprimer mes données', 'delete'],
  ['supprimer mes donnees', 'delete'],
  ['supprimer mes messages', 'delete'],
  ['supprime mes données', 'delete'],
  ['supprime mes donnees', 'delete'],
  ['supprimez mes données', 'delete'],
  ['/delete', 'delete'],
  ['/new', 'new'],
  ['new conversation', 'new'],
  ['start over', 'new'],
  ['nouvelle conversation', 'new'],
  ['recommencer', 'new'],
]);
const maxCommand = 60;

const commandIn = (text: string) =>
  text.length > maxCommand
    ? undefined
    : commandsSaid.get(
        text
          .toLowerCase()
          .normalize('NFC')
          .replace(/[.!\s]+/g, ' ')
          .trim(),
      );

/** Each entry that can be read; one that can't does not take the others along. */
const readEach = <T extends z.ZodMiniType>(
  entries: readonly unknown[] | undefined,
  shape: T,
): z.output<T>[] =>
  (entries ?? []).flatMap((entry) => {
    const read = shape.safeParse(entry);
    return read.success ? [read.data] : [];
  });

/** The numbers that a delivery tells of: several of one account may be reached by one address. */
export function numbersIn(body: unknown): string[] {
  const read = delivery.safeParse(body);
  const changes = read.success ? read.data.entry.flatMap((entry) => entry.changes) : [];
  const numbers = changes.flatMap(({ value: told }) => {
    const named = value.safeParse(told);
    return named.success ? [named.data.metadata.phone_number_id] : [];
  });
  return [...new Set(numbers)];
}

/** What a delivery tells of this channel's number: another's, and what is not known, is left out. */
export function readDelivery({ accountId }: OpenChannel, body: unknown): Delivery {
  const events: InboundEvent[] = [];
  const receipts: Receipt[] = [];
  let trouble: PlatformError | undefined;
  const read = delivery.safeParse(body);
  const changes = read.success ? read.data.entry.flatMap((entry) => entry.changes) : [];
  for (const change of changes) {
    const told = change.field === 'messages' ? value.safeParse(change.value) : undefined;
    if (!told?.success || told.data.metadata.phone_number_id !== accountId) continue;
    const contacts = readEach(told.data.contacts, contact);
    for (const one of readEach(told.data.messages, message)) {
      const event = eventOf(one, contacts);
      if (event) events.push(event);
    }
    const statuses = readEach(told.data.statuses, statusShape);
    receipts.push(...statuses.map(receiptOf));
    const [first] = readEach(told.data.errors, failure);
    const ofMessages = statuses.flatMap(({ errors = [] }) => errors).map(errorOf);
    const errors = [
      ...(first ? [errorOf(first)] : []),
      ...ofMessages.filter(({ code }) => isOfAccount(code)),
    ];
    for (const error of errors) if (trouble?.failure !== 'signed_out') trouble = error;
  }
  return { events, receipts, trouble };
}

/** By the id that stays when a number changes, where there is one; the number is a second key. */
function eventOf(one: Message, contacts: readonly z.output<typeof contact>[]): InboundEvent | undefined {
  const content = contentOf(one);
  const person = one.from_user_id ?? one.from;
  if (!content || person === undefined) return undefined;
  const known =
    contacts.find(({ wa_id, user_id }) => wa_id === one.from || (user_id && user_id === one.from_user_id)) ??
    (contacts.length === 1 ? contacts[0] : undefined);
  const moved = one.type === 'system' ? (one.system?.previous_user_id ?? one.from) : undefined;
  const chatKey = one.type === 'system' ? (one.system?.user_id ?? one.system?.wa_id ?? person) : person;
  const number = one.type === 'system' ? one.system?.wa_id : one.from;
  const secondKey = moved ?? number;
  return {
    externalId: one.id,
    chatKey,
    ...(secondKey === undefined || secondKey === chatKey ? {} : { secondKey }),
    address: number === undefined ? { recipient: chatKey } : { to: number },
    name: known?.profile?.name?.slice(0, 200),
    statedLanguage: languageOfNumber(number),
    messageRef: one.reaction?.message_id ?? one.id,
    ...timeOf(one.timestamp),
    content,
  };
}

/** When it was said, in seconds, as text: what is no time at all comes first. The day in which one may be written to begins then. */
function timeOf(timestamp: string): Pick<InboundEvent, 'position' | 'saidAt'> {
  const seconds = Number(timestamp);
  const position = Number.isSafeInteger(seconds) && seconds > 0 ? seconds : 0;
  return position === 0 ? { position } : { position, saidAt: new Date(position * 1000) };
}

const languageOfNumber = (number: string | undefined): Language | undefined =>
  number !== undefined && frenchNumbers.test(number) ? 'fr' : undefined;

function contentOf(one: Message): InboundContent | undefined {
  const said = (text: string | undefined): InboundContent => {
    if (text === undefined || text.trim() === '') return { kind: 'unreadable' };
    const command = commandIn(text);
    if (command) return { kind: 'command', name: command, argument: '' };
    return { kind: 'text', text: text.slice(0, maxText) };
  };
  switch (one.type) {
    case 'text':
      return said(one.text?.body);
    case 'button':
      return said(one.button?.text);
    case 'interactive': {
      const pressed = one.interactive?.button_reply ?? one.interactive?.list_reply;
      if (!pressed) return { kind: 'unreadable' };
      // Of a question that is longer than a title, what stands below it.
      const words = pressed.description ?? pressed.title;
      return {
        kind: 'pressed',
        data: pressed.id.slice(0, 256),
        ...(words === undefined ? {} : { title: words.slice(0, maxText) }),
      };
    }
    case 'image':
    case 'video':
    case 'document':
      return said(one.image?.caption ?? one.video?.caption ?? one.document?.caption);
    case 'reaction':
      return { kind: 'rated', value: thumbOf(one.reaction?.emoji) };
    case 'request_welcome':
      return { kind: 'opened' };
    // Nobody says anything: a chat goes on under another key.
    case 'system':
      return { kind: 'unblocked' };
    default:
      return { kind: 'unreadable' };
  }
}

const thumbOf = (emoji = '') => {
  if (emoji.startsWith('👍')) return 'up';
  return emoji.startsWith('👎') ? 'down' : null;
};

const errorOf = ({ code, title, error_data }: z.output<typeof failure>) =>
  graphError(code, 400, error_data?.details ?? title);

function receiptOf({
  id,
  status,
  biz_opaque_callback_data,
  errors = [],
}: z.output<typeof statusShape>): Receipt {
  const [first] = errors;
  const error = first && errorOf(first);
  return {
    externalId: id,
    messageId: biz_opaque_callback_data,
    status: status === 'played' ? 'read' : status,
    ...(error ? { code: error.code as ErrorCode, detail: error.detail } : {}),
  };
}
