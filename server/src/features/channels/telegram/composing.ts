import type { ChatAddress } from '../../../db/json.ts';
import type { Say } from '../platforms/platform.ts';
import { partsOf } from '../writing/parts.ts';
import { sourcesBlock } from '../writing/sources.ts';
import { printPlain, readMarkdown } from '../writing/spans.ts';
import { printHtml } from './html.ts';

/** Below the 4,096 that Telegram takes once its marks are taken out. */
const maxUnits = 4000;
const maxLabel = 60;

const shorten = (label: string) =>
  label.length <= maxLabel
    ? label
    : `${label
        .slice(0, maxLabel - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`;

/** The messages that say something: its parts, the last with what it cites and what may be pressed. */
export function compose({ text, citations = [], buttons = [], language }: Say, address: ChatAddress) {
  const parts = partsOf([...readMarkdown(text), ...sourcesBlock(citations, language)], maxUnits);
  const where = {
    ...(address.threadId === undefined ? {} : { message_thread_id: address.threadId }),
    ...(address.replyTo === undefined
      ? {}
      : { reply_parameters: { message_id: address.replyTo, allow_sending_without_reply: true } }),
  };
  return parts.map((part, at) => ({
    ...where,
    text: printHtml(part),
    parse_mode: 'HTML',
    plain: printPlain(part),
    link_preview_options: { is_disabled: true },
    ...(at === parts.length - 1 && buttons.length > 0
      ? {
          reply_markup: {
            inline_keyboard: buttons.map(({ label, data }) => [
              { text: shorten(label), callback_data: data },
            ]),
          },
        }
      : {}),
  }));
}
