import { append, createIcon, documentProperty, listen, make } from '../dom.ts';
import type { PanelOptions } from '../frame.ts';
import type { PanelTexts } from '../messages.ts';
import { createButton } from './button.ts';
import { closeIcon, enlargeIcon } from './icons.ts';

/** The dialog in which the panel is: closed, beside the page, over it on a phone, or (inline) always in its place. */
export function createDialog(
  frame: PanelOptions,
  t: PanelTexts,
  log: HTMLElement,
  signal: AbortSignal,
  follow: () => void,
) {
  const { root, launcher, inline, publicId, emit } = frame;
  const enlargeTool = createButton('tool', t.enlarge, enlarge, createIcon(enlargeIcon));
  const closeTool = createButton('tool', t.close, close, createIcon(closeIcon));
  const dot = make('span', 'dot');
  const panel = make(inline ? ('section' as 'dialog') : 'dialog', 'panel');
  const widget = make('div', 'widget', panel);
  const narrow = matchMedia('(max-width:479.98px),(max-height:479.98px)');
  const view = visualViewport as VisualViewport;
  let isOpen = false;
  let openedAt = '';
  panel.tabIndex = -1;

  const isShown = () => inline || isOpen;
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
    if (isShown()) return;
    isOpen = true;
    drawLauncher();
    present();
    emit('open');
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
    emit('close');
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

  /** Moves the panel between beside the page and over it when the window changes. */
  function move() {
    enlargeTool.hidden = narrow.matches;
    if (!isOpen) return;
    const focused = root.activeElement as HTMLElement | null;
    panel.close();
    present();
    focused?.focus({ preventScroll: true });
  }

  /** Makes the panel over the page as high as what the on-screen keyboard leaves. */
  function fitKeyboard() {
    const isOver = view.scale < 1.1 && panel.classList.contains('full');
    panel.style.blockSize = isOver ? `${view.height}px` : '';
    panel.style.insetBlockStart = isOver ? `${view.offsetTop}px` : '';
    follow();
  }

  // The page's own shortcuts see the host as the target of what is typed here, not a field: spare them.
  for (const name of ['keydown', 'keyup', 'keypress', 'beforeinput', 'input', 'paste'])
    listen(widget, name, (event) => event.stopPropagation());
  listen(panel, 'keydown', (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || inline) return;
    event.preventDefault();
    close();
  });
  // The browser itself closes a modal dialog: Esc, or Back on Android.
  listen(panel, 'close', () => {
    if (!panel.open) close();
  });
  listen(
    window,
    'popstate',
    () => {
      if (panel.classList.contains('full') && !marked()) close();
    },
    signal,
  );
  listen(narrow, 'change', move, signal);
  listen(view, 'resize', fitKeyboard, signal);
  listen(view, 'scroll', fitKeyboard, signal);
  move();

  return {
    widget,
    panel,
    tools: [!inline && enlargeTool, !inline && closeTool],
    isShown,
    open,
    close,
    /** Whether it covers the page. */
    isOver: () => narrow.matches && !inline,
    /** Marks the launcher of a closed panel with a dot. */
    mark() {
      if (isShown() || !launcher) return;
      append(launcher, dot).hidden = false;
      launcher.ariaDescription = t.newMessage;
    },
  };
}
