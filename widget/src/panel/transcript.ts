import type { Message } from '../conversation/message.ts';
import { append, createIcon, fill, listen, make } from '../dom.ts';
import { createButton } from './button.ts';
import type { PanelContext } from './context.ts';
import { downIcon } from './icons.ts';
import { createAnswerView } from './message/answer-view.ts';
import { createVisitorView, type MessageView, offer } from './message/message-view.ts';

/**
 * The welcome, the suggestions and the messages, each drawn by a view of its own. The newest text is followed until the
 * question reaches the top; a visitor who scrolls away is left where they are.
 */
export function createTranscript(context: PanelContext, isShown: () => boolean) {
  const { t, frame, conversation } = context;
  const views = new Map<Message, MessageView>();
  const list = make('ul', 'messages');
  const choices = make('li', 'suggestions');
  const scroll = make('div', 'scroll', list);
  const pillText = make('span');
  const pill = createButton(
    'pill',
    '',
    () => {
      sticking = true;
      scroll.scrollTop = scroll.scrollHeight;
    },
    createIcon(downIcon),
    pillText,
  );
  let sticking = true;
  let lastTop = 0;
  scroll.role = 'region';
  scroll.ariaLabel = t.conversation;
  scroll.tabIndex = 0;
  list.role = 'list';

  listen(scroll, 'scroll', () => {
    const bottom = scroll.scrollHeight - scroll.clientHeight;
    if (scroll.scrollTop < lastTop - 4) sticking = false;
    if (bottom - scroll.scrollTop < 8) pill.hidden = true;
    lastTop = scroll.scrollTop;
  });

  function viewOf(message: Message): MessageView {
    const known = views.get(message);
    if (known) return known;
    const view =
      message.role === 'visitor' ? createVisitorView(message, context) : createAnswerView(message, context);
    views.set(message, view);
    return view;
  }

  function follow() {
    if (!isShown()) return;
    const own = list.querySelectorAll<HTMLElement>('.own');
    const anchor = own[own.length - 1];
    const bottom = scroll.scrollHeight - scroll.clientHeight;
    const top = anchor ? Math.min(bottom, anchor.offsetTop - 12) : conversation.messages.length ? bottom : 0;
    if (sticking) {
      scroll.scrollTop = top;
      lastTop = scroll.scrollTop;
    }
    pill.hidden = !conversation.messages.length || bottom - scroll.scrollTop < 48;
    // The rest of an answer whose beginning is in sight is no new message.
    const last = list.lastElementChild as HTMLElement | null;
    const isBelow = last && last.offsetTop > scroll.scrollTop + scroll.clientHeight;
    pill.ariaLabel = pill.title = pillText.textContent = isBelow ? t.newMessage : t.rest;
  }

  return {
    element: make('div', 'middle', scroll, pill),
    views,
    follow,
    /** Begins a question of the visitor's: what changes before it is drawn. */
    begin() {
      sticking = true;
      choices.hidden = true;
    },
    /** Draws a message, and those that came before it. */
    draw(message: Message) {
      const known = views.get(message);
      if (known) known.update?.();
      else for (const one of conversation.messages) if (!views.has(one)) append(list, viewOf(one).element);
      follow();
    },
    drawAll() {
      const { welcomeMessage, suggestions } = frame.config;
      const welcome = make('div', 'bubble', welcomeMessage);
      welcome.dir = 'auto';
      fill(list, welcomeMessage && make('li', 'message', welcome), choices);
      offer(context, fill(choices), suggestions);
      choices.hidden = conversation.started || !!conversation.messages.length;
      for (const message of conversation.messages) {
        const view = viewOf(message);
        view.update?.();
        append(list, view.element);
      }
      follow();
    },
  };
}
