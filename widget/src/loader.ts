import { inkOn, launcherOf } from './colours.ts';
import { icon, make, ofDocument, setAttributes, sheetOf } from './dom.ts';
import type { Frame, Mode, Panel, WidgetEvent } from './frame.ts';
import { createHost, fetchConfig, showImage, visitorLanguage } from './host.ts';
import { speechIcon } from './icons.ts';

/** The panel's file as the loader's address sees it, named by the build: `../../assets/panel-….js`. */
declare const PANEL: string;

interface Options {
  chatbot?: string;
  mode?: Mode;
  /** Where an inline widget goes. */
  target?: Element;
  language?: string;
  theme?: string;
  /** The element whose attributes hold where an option is absent. */
  script?: HTMLScriptElement;
}

interface Widget {
  id: string;
  panel(): Promise<Panel>;
  destroy(): void;
}

type Handler = (detail: unknown) => void;

const querySelector = ofDocument('querySelector');
const find = (selector: string) => querySelector.call(document, selector);
const ownScript = (ofDocument('currentScript') ?? find('script[data-chatbot]')) as HTMLScriptElement;

const handlers: [WidgetEvent, Handler][] = [];
let widgets: Widget[] = [];

const launcherSize = { small: 48, medium: 56, large: 64 };

function mount(options: Options = {}): void {
  const script = options.script ?? ownScript;
  const data = (name: string) => script.getAttribute(`data-${name}`) ?? undefined;
  const own = new URL('.', script.src).href;
  const id = options.chatbot ?? data('chatbot') ?? own.slice(0, -1).replace(/.*\//, '');
  for (const widget of widgets) if (widget.id === id) return;

  const address = new URL(`../${encodeURIComponent(id)}`, own).href;
  const mode = (options.mode ?? data('mode')) === 'inline' ? 'inline' : 'floating';
  const { host, root } = createHost(mode);
  const wantedTheme = options.theme ?? data('theme');
  let gone = false;
  let started: Promise<Frame> | undefined;
  let loaded: Promise<Panel> | undefined;

  const place = () => {
    if (mode !== 'inline') return ofDocument('documentElement').appendChild(host);
    const selector = data('target');
    const target = options.target ?? (selector && find(selector));
    if (target) target.appendChild(host);
    else script.parentNode?.insertBefore(host, script.nextSibling);
  };

  const start = () => {
    started ??= draw();
    started.catch((status) => {
      started = undefined;
      // Offline is waited out; a refusal is for whoever put the snippet here to read.
      if (typeof status === 'number')
        console.info(`Parlance: ${id} does not answer on this site (${status}).`);
      else addEventListener('online', start, { once: true });
    });
    return started;
  };

  const draw = async (): Promise<Frame> => {
    const wanted = visitorLanguage(options.language ?? data('language'));
    const config = await fetchConfig(address, wanted);
    if (gone) throw 0;
    const { appearance } = config;
    const language = wanted ?? config.language;
    const frame: Frame = {
      publicId: id,
      address,
      mode,
      host,
      root,
      config,
      language,
      emit: (event, detail) => {
        for (const [name, handler] of handlers) if (name === event) handler(detail);
      },
    };
    if (wantedTheme === 'light' || wantedTheme === 'dark') frame.theme = wantedTheme;
    place();
    if (mode === 'inline') return frame;

    const size = launcherSize[appearance.size] ?? 56;
    const colour = launcherOf(appearance);
    const side = appearance.position === 'start' ? 'start' : 'end';
    root.adoptedStyleSheets = [
      ...root.adoptedStyleSheets,
      sheetOf(`.launcher{all:unset;box-sizing:border-box;position:fixed;inset-block-end:calc(20px + env(safe-area-inset-bottom));inset-inline-${side}:calc(20px + env(safe-area-inset-right));z-index:${Number(appearance.zIndex) || 0};display:grid;place-items:center;inline-size:${size}px;block-size:${size}px;border:1px solid transparent;border-radius:18px;border-end-${side}-radius:3px;background:${colour};color:${inkOn(colour)};cursor:pointer;box-shadow:0 8px 24px -6px rgb(0 0 0/.35);transition:transform .14s}
.launcher:hover{transform:translateY(-2px)}.launcher:focus-visible{outline:2px solid ${colour};outline-offset:3px;box-shadow:0 0 0 3px #fff}
.launcher img{inline-size:60%;block-size:60%;object-fit:contain}
@media (prefers-reduced-motion:reduce){.launcher{transition:none}}`),
    ];
    const launcher = make('button', 'launcher');
    const title = appearance.title || config.name;
    setAttributes(launcher, [
      ['type', 'button'],
      ['aria-label', language === 'fr' ? `Discuter avec ${title}` : `Chat with ${title}`],
      ['aria-expanded', 'false'],
      ['aria-haspopup', 'dialog'],
    ]);
    launcher.appendChild(icon(speechIcon, 26));
    showImage(launcher, appearance.launcherIconUrl, address);
    for (const intent of ['pointerenter', 'focus', 'touchstart'] as const)
      launcher.addEventListener(intent, () => void panel().catch(() => {}), { once: true, passive: true });
    launcher.addEventListener('click', () => void panel().then((opened) => opened.toggle()));
    frame.launcher = launcher;
    root.appendChild(launcher);
    return frame;
  };

  const panel = (): Promise<Panel> => {
    loaded ??= start().then(async (frame) =>
      (await import(/* @vite-ignore */ new URL(PANEL, own).href)).createPanel(frame),
    );
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded as Promise<Panel>;
  };

  widgets = [
    ...widgets,
    {
      id,
      panel,
      destroy: () => {
        gone = true;
        removeEventListener('online', start);
        void loaded?.then((opened) => opened.destroy());
        host.remove();
      },
    },
  ];

  const whenIdle = () => {
    const begin = () => {
      if (!gone) void (mode === 'inline' ? panel() : start()).catch(() => {});
    };
    if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 3000 });
    else setTimeout(begin, 200);
  };
  if (ofDocument('readyState') === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}

/** Calls the first widget of the page once it is there. */
const first = (call: (panel: Panel) => void) => {
  if (!widgets.length) mount();
  void widgets[0]?.panel().then(call, () => {});
};

const api = {
  mount,
  open: () => first((panel) => panel.open()),
  close: () => first((panel) => panel.close()),
  ask: (text: string) => first((panel) => panel.ask(text)),
  on(event: WidgetEvent, handler: Handler) {
    const entry: [WidgetEvent, Handler] = [event, handler];
    handlers.push(entry);
    return () => {
      const at = handlers.indexOf(entry);
      if (at >= 0) handlers.splice(at, 1);
    };
  },
  destroy() {
    for (const widget of widgets) widget.destroy();
    widgets = [];
  },
};

declare global {
  interface Window {
    Parlance?: typeof api;
  }
}

// A second load joins the first; an element of the page with this name (or id) is no API.
const present = window.Parlance;
if (typeof present?.mount === 'function') present.mount({ script: ownScript });
else {
  window.Parlance = api;
  mount();
}
