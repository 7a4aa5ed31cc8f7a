import type { Message } from '../../conversation/message.ts';
import type { PanelTexts } from '../../messages.ts';

/** The reason why there is no answer, in the visitor's words. */
export function troubleOf(t: PanelTexts, { refusal, state }: Message): string {
  if (state === 'stopped') return t.stopped;
  const said = t[refusal?.code as keyof PanelTexts];
  return typeof said === 'string' ? said : t.internal;
}
