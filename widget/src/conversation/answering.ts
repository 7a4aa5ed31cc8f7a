import type { AnswerEvent, StatedVisitor } from '@parlance/contract/endpoints/embed';
import type { Message } from './message.ts';
import type { ConversationIds } from './stored-ids.ts';
import { refusalOf } from './transport.ts';

const readText = (value: unknown) =>
  value ? `${value}`.slice(0, 200).replace(/[\0\ud800-\udfff]/gu, '') : undefined;

/** The visitor as the page states them, who may be anything; a question is never refused for it. */
export function readVisitor(stated: StatedVisitor | null | undefined): StatedVisitor | undefined {
  try {
    if (stated)
      return { id: readText(stated.id), name: readText(stated.name), email: readText(stated.email) };
  } catch {
    // A symbol, a property that throws: nothing that can be sent.
  }
}

/** Writes what arrives into the answer, until it is done. */
export async function receiveAnswer(
  events: AsyncIterable<AnswerEvent>,
  answer: Message,
  keep: (ids: ConversationIds) => void,
  changed: (answer: Message) => void,
) {
  for await (const { event, data } of events) {
    if (event === 'meta') {
      const { messageId, ...ids } = data;
      answer.id = messageId;
      keep(ids);
      continue;
    }
    if (event === 'error') throw refusalOf(data);
    if (event === 'delta') answer.text += data.text;
    else Object.assign(answer, data);
    if (event === 'done') {
      answer.state = 'done';
      return;
    }
    changed(answer);
  }
  throw Error();
}
