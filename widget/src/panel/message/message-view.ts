import type { Message } from '../../conversation/message.ts';
import { append, make } from '../../dom.ts';
import { createButton } from '../button.ts';
import type { PanelContext } from '../context.ts';

export interface MessageView {
  element: HTMLElement;
  /** Draws what changed; absent where nothing changes any more. */
  update?(): void;
}

/** Adds buttons that ask these questions. */
export function offer({ ask, focusWithin }: PanelContext, parent: Element, questions: readonly string[]) {
  for (const text of questions)
    append(
      parent,
      createButton(
        'suggestion',
        '',
        () => {
          ask(text);
          focusWithin();
        },
        text,
      ),
    ).dir = 'auto';
}

/** What the visitor asked, beside the picture that the professional gave visitors. */
export function createVisitorView(message: Message, { t, frame }: PanelContext): MessageView {
  const url = frame.config.appearance.userAvatarUrl;
  const avatar = !!url && make('span');
  const bubble = make('div', 'bubble', make('span', 'sr', t.you + t.colon), message.text);
  if (avatar) frame.showImage(avatar, url, frame.address);
  bubble.dir = 'auto';
  return { element: make('li', 'message own', bubble, avatar) };
}
