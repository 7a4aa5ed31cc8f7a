import type { Conversation } from '../conversation/conversation.ts';
import type { PanelOptions } from '../frame.ts';
import type { PanelTexts } from '../messages.ts';

/** What the parts of a panel share. */
export interface PanelContext {
  t: PanelTexts;
  /** The panel's frame; its `config` is the present one. */
  frame: PanelOptions;
  conversation: Conversation;
  announce(text: string): void;
  /** Shows a text above the field, too. */
  say(text: string, action?: Node): void;
  ask(question: string): void;
  focusField(): void;
  /** Focuses the field, but where its keyboard would cover what is said. */
  focusWithin(): void;
}
