import { createConversation } from '../conversation/conversation.ts';
import type { Message } from '../conversation/message.ts';
import { createHttpTransport } from '../conversation/transport.ts';
import { append, fill, listen, make, styleSheetOf } from '../dom.ts';
import type { Panel, PanelOptions } from '../frame.ts';
import { textsIn } from '../messages.ts';
import type { PanelContext } from './context.ts';
import { createControls, maxLength } from './controls.ts';
import { createDialog } from './dialog.ts';
import { createLook } from './look.ts';
import { troubleOf } from './message/trouble.ts';
import { createTranscript } from './transcript.ts';

/** Builds the panel into its frame's shadow root, closed (or inline and shown). */
export function createPanel(options: PanelOptions, css: string): Panel {
  // A frame of its own: the configuration in it changes.
  const frame = { ...options };
  const { root, language, publicId, address, emit } = frame;
  const t = textsIn(language);
  const life = new AbortController();
  const { signal } = life;
  const strip = make('p', 'strip');
  const log = make('div', 'sr');
  log.role = 'log';
  log.ariaLabel = t.newMessage;
  const conversation = createConversation({
    publicId,
    language,
    transport: frame.transport ?? createHttpTransport(address),
    visitor: frame.visitor,
    changed,
  });
  const context: PanelContext = { t, frame, conversation, announce, say, ask, focusField, focusWithin };
  const dialog = createDialog(frame, t, log, signal, () => transcript.follow());
  const { widget, panel } = dialog;
  const transcript = createTranscript(context, dialog.isShown);
  const controls = createControls(context, () => transcript.views.clear(), ...dialog.tools);
  const look = createLook(frame, signal);
  const sheets = root.adoptedStyleSheets;
  root.adoptedStyleSheets = [...sheets, styleSheetOf(css), look.sheet];
  widget.lang = language;
  fill(panel, controls.header, transcript.element, strip, controls.composer, controls.footer, log);
  append(root, widget);

  // Announcements: whole answers, once; the visible list is no live region.
  function announce(text: string) {
    fill(log, make('p', '', text));
  }

  function say(text: string, action?: Node) {
    fill(strip, text, action);
    strip.hidden = !text;
    if (text) announce(text);
  }

  // Pieces of a stream are drawn together, thirty times a second at most; the first one at once.
  let isResting = false;
  let waiting: Message | undefined;
  function changed(message?: Message, hasEnded?: boolean) {
    waiting = undefined;
    if (message?.state === 'streaming' && transcript.views.has(message)) {
      if (isResting) {
        waiting = message;
        return;
      }
      isResting = true;
      setTimeout(() => {
        isResting = false;
        if (waiting) changed(waiting);
      }, 33);
    }
    // Before what measures: it is laid out once.
    controls.draw();
    if (message) transcript.draw(message);
    else transcript.drawAll();
    if (message && hasEnded) finished(message);
  }

  function finished(answer: Message) {
    if (answer.state === 'done') {
      announce(frame.config.name + t.colon + answer.text.replace(/\s?\[\d{1,2}\]|[*`#>|]|-{3,}/g, ''));
      emit('answer', { text: answer.text, mode: answer.mode, citations: answer.citations });
      dialog.mark();
    } else {
      announce(troubleOf(t, answer));
      if (answer.state === 'failed') emit('error', { code: answer.refusal?.code });
    }
  }

  function ask(text: string) {
    const question = text.trim().slice(0, maxLength);
    if (!question || conversation.busy) return;
    sayNetwork();
    transcript.begin();
    emit('message', { text: question });
    void conversation.ask(question);
  }

  function focusField() {
    controls.field.focus({ preventScroll: true });
  }

  function focusWithin() {
    (dialog.isOver() ? panel : controls.field).focus({ preventScroll: true });
  }

  function open() {
    dialog.open();
    focusWithin();
  }

  function dress() {
    controls.dress();
    const { appearance, name } = frame.config;
    panel.ariaLabel = appearance.title || name;
    widget.classList.toggle('start', appearance.position === 'start');
    look.paint();
    transcript.drawAll();
    controls.draw();
  }

  const sayNetwork = () => say(navigator.onLine ? '' : t.offline);
  /** Resumes the conversation, once; what fails for want of a network is tried again with it. */
  const resume = () => conversation.resume().then(controls.draw);
  listen(window, 'offline', () => say(t.offline), signal);
  listen(
    window,
    'online',
    () => {
      sayNetwork();
      void resume();
    },
    signal,
  );
  sayNetwork();
  dress();
  void resume();

  return {
    open,
    close: dialog.close,
    toggle: () => (dialog.isShown() ? dialog.close() : open()),
    ask(text) {
      open();
      ask(text);
    },
    update(config) {
      if (config.appearance.userAvatarUrl !== frame.config.appearance.userAvatarUrl) transcript.views.clear();
      frame.config = config;
      dress();
    },
    destroy() {
      conversation.stop();
      life.abort();
      dialog.close();
      root.removeChild(widget);
      root.adoptedStyleSheets = sheets;
    },
  };
}
