import { paletteOf, type Theme } from '@parlance/contract/display/colours';
import type { EmbedConfig } from '@parlance/contract/endpoints/embed';
import { createConversation, createHttpTransport, type Message } from '../conversation/conversation.ts';
import {
  append,
  createExternalLink,
  createIcon,
  documentProperty,
  fill,
  make,
  styleSheetOf,
} from '../dom.ts';
import type { Panel, PanelOptions } from '../frame.ts';
import { textsIn } from '../messages.ts';
import { closeIcon, downIcon, enlargeIcon, restartIcon, sendIcon, stopIcon } from './icons.ts';
import {
  createAnswerView,
  createButton,
  createVisitorView,
  type MessageContext,
  type MessageView,
  troubleOf,
} from './message/message-view.ts';

const maxLength = 4000;
const sizes = { small: [360, 560], medium: [400, 640], large: [440, 720] };
/** Of the panel, bubbles, cards and the field: `--r0` to `--r3`. */
const corners = { round: [28, 18, 12, 16], soft: [16, 12, 8, 12], square: [4, 4, 4, 4] };

/** The page's own look: how dark its ground is; where it has none, how light the browser writes on it. */
function pageTheme(host: Element): Theme {
  for (const element of [documentProperty('body'), documentProperty('documentElement')]) {
    const ground = getComputedStyle(element).backgroundColor.match(/[\d.]+/g) as string[];
    const [red, green, blue, alpha = 1] = ground;
    if (Number(alpha) > 0.5) return Number(red) + Number(green) + Number(blue) < 330 ? 'dark' : 'light';
  }
  return /\d{3}/.test(getComputedStyle(host).color) ? 'dark' : 'light';
}

/** Builds the panel into its frame's shadow root, closed (or inline and shown). */
export function createPanel(frame: PanelOptions, css: string): Panel {
  const { root, launcher, language, publicId, address, inline, showImage } = frame;
  const t = textsIn(language);
  const closing = new AbortController();
  const { signal } = closing;
  let config = frame.config;
  let sticking = true;
  let lastTop = 0;

  // The parts.
  const title = make('h2');
  const subtitle = make('p');
  const avatar = make('span', 'avatar');
  const restartTool = createButton('tool', t.restart, restart, createIcon(restartIcon));
  const enlargeTool = createButton('tool', t.enlarge, enlarge, createIcon(enlargeIcon));
  const closeTool = createButton('tool', t.close, close, createIcon(closeIcon));
  const tools = make('div', 'tools', restartTool, !inline && enlargeTool, !inline && closeTool);
  const header = make('header', '', avatar, make('div', 'who', title, subtitle), tools);
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
  const notice = make('p', 'strip');
  const field = make('textarea');
  const sendPicture = make('span', 'tool');
  const send = createButton('send', '', submit, sendPicture, createIcon(stopIcon));
  const composer = make('div', 'composer', field, send);
  const eraser = createButton('', '', erase);
  const footer = make('footer');
  const log = make('div', 'sr');
  const dot = make('span', 'dot');
  const panel = make(
    inline ? ('section' as 'dialog') : 'dialog',
    'panel',
    header,
    make('div', 'middle', scroll, pill),
    notice,
    composer,
    footer,
    log,
  );
  const widget = make('div', 'widget', panel);
  const variables = styleSheetOf('');
  const styles = styleSheetOf(css);
  const sheets = root.adoptedStyleSheets;
  root.adoptedStyleSheets = [...sheets, styles, variables];

  widget.lang = language;
  scroll.role = 'region';
  scroll.ariaLabel = t.conversation;
  scroll.tabIndex = 0;
  log.role = 'log';
  log.ariaLabel = t.newMessage;
  list.role = 'list';
  panel.tabIndex = -1;
  field.rows = 1;
  field.maxLength = maxLength;
  root.appendChild(widget);

  // Announcements: whole answers, once; the visible list is no live region.
  function announce(text: string) {
    fill(log, make('p', '', text));
  }

  function say(text: string, action?: Node) {
    fill(notice, text, action);
    notice.hidden = !text;
    if (text) announce(text);
  }

  const sayNetwork = () => say(navigator.onLine ? '' : t.offline);

  // The conversation.
  const views = new Map<Message, MessageView>();
  const conversation = createConversation({
    publicId,
    language,
    transport: frame.transport ?? createHttpTransport(address),
    visitor: frame.visitor,
    changed,
  });

  const context: MessageContext = {
    t,
    config: () => config,
    announce,
    say,
    offer,
    retry: (answer) => {
      if (!conversation.busy) void conversation.retry(answer);
      focusField();
    },
    rate: (answer, value) => {
      conversation.rate(answer, value).catch(() => announce(t.network));
    },
  };

  // Pieces of a stream are drawn together, thirty times a second at most; the first one at once.
  let isResting = false;
  let waiting: Message | undefined;
  function changed(message?: Message, hasEnded?: boolean) {
    waiting = undefined;
    if (message?.state === 'streaming' && views.has(message)) {
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
    drawControls();
    if (message) draw(message);
    else drawAll();
    if (message && hasEnded) finished(message);
  }

  function draw(message: Message) {
    const known = views.get(message);
    if (known) known.update?.();
    else for (const one of conversation.messages) if (!views.has(one)) append(list, viewOf(one).element);
    follow();
  }

  function viewOf(message: Message): MessageView {
    const known = views.get(message);
    if (known) return known;
    let picture: HTMLElement | undefined;
    if (config.appearance.userAvatarUrl && message.role === 'visitor') {
      picture = make('span');
      showImage(picture, config.appearance.userAvatarUrl, address);
    }
    const view =
      message.role === 'visitor'
        ? createVisitorView(message, context, picture)
        : createAnswerView(message, context);
    views.set(message, view);
    return view;
  }

  function offer(parent: Element, questions: readonly string[]) {
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

  function drawAll() {
    const { welcomeMessage, suggestions } = config;
    const welcome = make('div', 'bubble', welcomeMessage);
    welcome.dir = 'auto';
    fill(list, welcomeMessage && make('li', 'message', welcome), choices);
    offer(fill(choices), suggestions);
    choices.hidden = conversation.started || !!conversation.messages.length;
    for (const message of conversation.messages) {
      const view = viewOf(message);
      view.update?.();
      append(list, view.element);
    }
    follow();
  }

  function finished(answer: Message) {
    if (answer.state === 'done') {
      announce(t.says(config.name) + answer.text.replace(/\s?\[\d{1,2}\]|[*`#>|]|-{3,}/g, ''));
      frame.emit('answer', { text: answer.text, mode: answer.mode, citations: answer.citations });
      if (!shown() && launcher) {
        append(launcher, dot).hidden = false;
        launcher.ariaDescription = t.newMessage;
      }
    } else {
      announce(troubleOf(t, answer));
      if (answer.state === 'failed') frame.emit('error', { code: answer.refusal?.code });
    }
  }

  function drawControls() {
    const { busy } = conversation;
    send.ariaLabel = send.title = busy ? t.stop : t.send;
    send.classList.toggle('stop', busy);
    restartTool.hidden = !conversation.messages.length;
    eraser.hidden = !conversation.started;
    if (eraser.textContent !== t.erase) eraser.textContent = t.erase;
  }

  /** A picture that stands is not drawn again: it would blink. */
  function picture(place: HTMLElement, url: string | null, otherwise: Node | string) {
    if (url && url === place.dataset.url) return;
    place.dataset.url = url ?? '';
    fill(place, otherwise);
    showImage(place, url, address);
  }

  /** The first press asks, the second erases. */
  function erase() {
    if (eraser.textContent === t.erase) {
      eraser.textContent = t.eraseSure;
      announce(t.eraseSure);
    } else
      conversation.erase().then(
        () => {
          views.clear();
          say(t.erased);
          focusField();
        },
        () => say(t.network),
      );
  }

  // Reading position: the newest text is followed until the question reaches the top; a visitor who scrolls
  // away is left where they are.
  function follow() {
    if (!shown()) return;
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

  function ask(text: string) {
    const question = text.trim().slice(0, maxLength);
    if (!question || conversation.busy) return;
    sayNetwork();
    sticking = true;
    choices.hidden = true;
    frame.emit('message', { text: question });
    void conversation.ask(question);
  }

  function submit() {
    if (conversation.busy) conversation.stop();
    else {
      ask(field.value);
      field.value = field.style.blockSize = '';
    }
    focusField();
  }

  function restart() {
    const undo = conversation.restart();
    say(
      `${t.restarted} `,
      createButton(
        'button',
        '',
        () => {
          undo();
          say('');
          focusField();
        },
        t.undo,
      ),
    );
    focusField();
  }

  function focusField() {
    field.focus({ preventScroll: true });
  }

  function focusWithin() {
    // On a phone the keyboard would cover what is said: it comes when the field is touched.
    (narrow.matches && !inline ? panel : field).focus({ preventScroll: true });
  }

  /** The field grows with its text, to six lines. */
  function fit() {
    field.style.blockSize = 'auto';
    field.style.blockSize = `${Math.min(field.scrollHeight, 146)}px`;
  }

  // Opening and closing.
  const narrow = matchMedia('(max-width:479.98px),(max-height:479.98px)');
  const view = visualViewport as VisualViewport;
  let isOpen = false;
  let openedAt = '';
  const shown = () => inline || isOpen;
  const marked = () => history.state?.parlance === publicId;

  function present() {
    const full = narrow.matches;
    panel.classList.toggle('full', full);
    if (full) {
      panel.showModal();
      // Back closes the panel instead of leaving the page.
      if (!marked()) history.pushState({ ...history.state, parlance: publicId }, '');
      openedAt = location.href;
    } else panel.show();
    fitKeyboard();
  }

  function open() {
    if (!shown()) {
      isOpen = true;
      drawLauncher();
      present();
      frame.emit('open');
    }
    focusWithin();
  }

  function close() {
    if (!isOpen) return;
    isOpen = false;
    const focused = root.activeElement;
    panel.close();
    if (marked()) {
      // The page may be going on to another address, which going back would undo.
      const back = setTimeout(() => {
        if (!isOpen && marked() && openedAt === location.href) history.back();
      }, 99);
      addEventListener('beforeunload', () => clearTimeout(back), { signal: AbortSignal.timeout(99) });
    }
    panel.classList.remove('full');
    drawLauncher();
    // The dialog gives the focus back to where it was; it must not be lost, nor be taken from the page.
    if (focused && documentProperty('activeElement') === documentProperty('body'))
      launcher?.focus({ preventScroll: true });
    frame.emit('close');
  }

  function drawLauncher() {
    if (!launcher) return;
    launcher.ariaExpanded = `${isOpen}`;
    launcher.classList.toggle('open', isOpen);
    launcher.ariaDescription = null;
    dot.hidden = true;
    // What is in a closed dialog is read by nobody, what is beside a modal one neither.
    append(isOpen ? panel : widget, log);
  }

  function enlarge() {
    enlargeTool.ariaPressed = `${widget.classList.toggle('large')}`;
    follow();
  }

  /** The same panel changes between beside the page and over it when the window does. */
  function move() {
    enlargeTool.hidden = narrow.matches;
    if (!isOpen) return;
    const focused = root.activeElement as HTMLElement | null;
    panel.close();
    present();
    focused?.focus({ preventScroll: true });
  }

  /** Over the page, the panel is as high as what the on-screen keyboard leaves. */
  function fitKeyboard() {
    const isOver = view.scale < 1.1 && panel.classList.contains('full');
    panel.style.blockSize = isOver ? `${view.height}px` : '';
    panel.style.insetBlockStart = isOver ? `${view.offsetTop}px` : '';
    follow();
  }

  // Appearance.
  // A page may write to its root with every scroll, and fades from one look to the other.
  let repainting = false;
  function repaint() {
    if (!repainting) setTimeout(paint, 300);
    repainting = true;
  }

  function paint() {
    repainting = false;
    const { appearance } = config;
    const wanted = frame.theme || appearance.theme;
    const look = /^(light|dark)$/.test(wanted) ? (wanted as Theme) : pageTheme(root.host);
    const [width, height] = sizes[appearance.size];
    let rule = `color-scheme:${look};--z:${appearance.zIndex};--width:${width}px;--height:${height}px;`;
    for (const [at, radius] of Object.entries(corners[appearance.corners])) rule += `--r${at}:${radius}px;`;
    for (const [name, colour] of Object.entries(paletteOf(appearance, look))) rule += `--${name}:${colour};`;
    variables.replaceSync(`.widget{${rule}}`);
  }

  function dress() {
    const { appearance, name } = config;
    const shownTitle = appearance.title || name;
    title.textContent = shownTitle;
    subtitle.textContent = shownTitle !== name ? name : config.answers === 'quoted' ? t.quoting : t.assistant;
    panel.ariaLabel = shownTitle;
    field.placeholder = appearance.placeholder || t.placeholder;
    field.ariaLabel = t.placeholder;
    picture(sendPicture, appearance.sendIconUrl, createIcon(sendIcon));
    picture(avatar, config.avatarUrl, [...shownTitle][0] ?? '');
    widget.classList.toggle('start', appearance.position === 'start');
    const privacy = config.privacyUrl ?? '';
    fill(footer, /^https?:/.test(privacy) && createExternalLink('', privacy, t.privacy), eraser);
    paint();
    drawAll();
    drawControls();
  }

  /** Once; what fails for want of a network is tried again with it. */
  const resume = () => conversation.resume().then(drawControls);

  // What happens.
  const listen = (target: EventTarget, name: string, act: (event: Event) => void) =>
    target.addEventListener(name, act, { signal });

  // The page's own shortcuts see the host as the target of what is typed here, not a field: spare them.
  for (const name of ['keydown', 'keyup', 'keypress', 'beforeinput', 'input', 'paste'])
    listen(widget, name, (event) => event.stopPropagation());
  listen(panel, 'keydown', (event) => {
    const { key, isComposing } = event as KeyboardEvent;
    if (key !== 'Escape' || isComposing || inline) return;
    event.preventDefault();
    close();
  });
  listen(field, 'keydown', (event) => {
    const { key, shiftKey, isComposing, keyCode } = event as KeyboardEvent;
    // 229: Safari's Enter that ends a composition no longer says so otherwise.
    if (key !== 'Enter' || shiftKey || isComposing || keyCode === 229) return;
    event.preventDefault();
    if (!conversation.busy) submit();
  });
  listen(field, 'input', fit);
  // The browser itself closes a modal dialog: Esc, or Back on Android.
  listen(panel, 'close', () => {
    if (!panel.open) close();
  });
  listen(window, 'popstate', () => {
    if (panel.classList.contains('full') && !marked()) close();
  });
  listen(scroll, 'scroll', () => {
    const bottom = scroll.scrollHeight - scroll.clientHeight;
    if (scroll.scrollTop < lastTop - 4) sticking = false;
    if (bottom - scroll.scrollTop < 8) pill.hidden = true;
    lastTop = scroll.scrollTop;
  });
  listen(narrow, 'change', move);
  listen(view, 'resize', fitKeyboard);
  listen(view, 'scroll', fitKeyboard);
  listen(window, 'offline', () => say(t.offline));
  listen(window, 'online', () => {
    sayNetwork();
    void resume();
  });
  sayNetwork();
  listen(matchMedia('(prefers-color-scheme:dark)'), 'change', paint);
  const watcher = new MutationObserver(repaint);
  for (const element of [documentProperty('documentElement'), documentProperty('body')])
    watcher.observe(element, { attributes: true });

  dress();
  move();
  void resume();

  return {
    open,
    close,
    toggle: () => (shown() ? close() : open()),
    ask(text) {
      open();
      ask(text);
    },
    update(next: EmbedConfig) {
      if (next.appearance.userAvatarUrl !== config.appearance.userAvatarUrl) views.clear();
      config = next;
      dress();
    },
    destroy() {
      conversation.stop();
      watcher.disconnect();
      closing.abort();
      close();
      root.removeChild(widget);
      root.adoptedStyleSheets = sheets;
    },
  };
}
