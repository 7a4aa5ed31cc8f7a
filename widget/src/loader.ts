import { validColour } from './colours.ts';
import { element, ofDocument, sheetOf, showImage } from './dom.ts';
import type { Frame, Panel, WidgetEvent } from './frame.ts';
import { createHost, fetchConfig, visitorLanguage } from './host.ts';

/** What the names of the panels' files begin with; the language follows. Set by the build. */
declare const PANEL: string;

interface Options {
  chatbot?: string;
  mode?: string;
  /** Where an inline widget goes; else beside the script. */
  target?: Element;
  language?: string;
  theme?: string;
  /** The element whose attributes hold where an option is absent. */
  script?: HTMLScriptElement;
}

interface Widget {
  panel(): Promise<Panel>;
  destroy(): void;
}

type Handler = (detail: unknown) => void;

const ownScript = ofDocument('currentScript') as HTMLScriptElement;
const handlers = new Set<[WidgetEvent, Handler]>();
const widgets = new Map<string, Widget>();
const nothing = () => {};

function mount(options: Options = {}): void {
  const script = options.script ?? ownScript;
  const wish = (name: 'chatbot' | 'mode' | 'language' | 'theme') =>
    options[name] ?? script.getAttribute(`data-${name}`);
  const id = wish('chatbot') ?? '';
  if (widgets.has(id)) return;

  const address = new URL(`../${id}`, script.src).href;
  const inline = wish('mode') === 'inline';
  const { host, root } = createHost(inline);
  let started: Promise<Frame> | undefined;
  let loaded: Promise<Panel> | undefined;

  const draw = async (): Promise<Frame> => {
    const config = await fetchConfig(address);
    if (widgets.get(id) !== own) throw 0;
    const { appearance, name } = config;
    const language = visitorLanguage(wish('language')) ?? config.language;
    const frame: Frame = {
      publicId: id,
      address,
      inline,
      host,
      root,
      config,
      language,
      theme: wish('theme'),
      emit: (event, detail) => {
        for (const [wanted, handler] of handlers) if (wanted === event) handler(detail);
      },
    };
    if (inline) {
      if (options.target) options.target.appendChild(host);
      else script.parentNode?.insertBefore(host, script);
      return frame;
    }

    const { size, position, title, zIndex, launcherIconUrl } = appearance;
    const side = position === 'start' ? position : 'end';
    const box = { small: 48, medium: 56, large: 64 }[size];
    const colour = validColour(appearance.launcherColor, '#1e2427');
    // White up to the luminance where it has 4.5:1, else black: CSS counts it.
    const channel = 'calc((.18 - y)*999)';
    const ink = `color(from ${colour} xyz ${channel} ${channel} ${channel})`;
    root.adoptedStyleSheets.push(
      sheetOf(
        `.launcher{all:unset;position:fixed;bottom:calc(20px + env(safe-area-inset-bottom));inset-inline-${side}:calc(20px + env(safe-area-inset-right));z-index:${+zIndex};display:grid;place-items:center;width:${box}px;height:${box}px;border-radius:18px;border-end-${side}-radius:3px;background:${colour};color:#fff;color:${ink};cursor:pointer;box-shadow:0 8px 24px -6px rgb(0 0 0/.4);outline:1px solid transparent}.launcher:focus-visible{outline:2px solid;outline-offset:-5px}.launcher:before{content:"";border:13px solid;clip-path:path(evenodd,"M9 3h8a9 9 0 0 1 0 18H2a2 2 0 0 1-2-2v-7a9 9 0 0 1 9-9zm-1 7.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3m5 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3m5 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3")}.launcher img{width:60%}.launcher:has(img):before{display:none}`,
      ),
    );
    const launcher = element('button');
    launcher.className = 'launcher';
    launcher.ariaLabel = (language === 'fr' ? 'Discuter avec ' : 'Chat with ') + (title || name);
    launcher.ariaExpanded = 'false';
    launcher.ariaHasPopup = 'dialog';
    showImage(launcher, launcherIconUrl, address);
    launcher.onpointerenter = launcher.onfocus = () => panel().catch(nothing);
    launcher.onclick = () => panel().then((opened) => opened.toggle(), nothing);
    frame.launcher = launcher;
    root.appendChild(launcher);
    ofDocument('documentElement').appendChild(host);
    return frame;
  };

  const start = () => {
    started ??= draw();
    started.catch((status) => {
      started = undefined;
      // A refusal is for whoever put the snippet here to read; a lost network is waited out.
      if (status > 0) console.info('Parlance', status, address);
      else addEventListener('online', begin, { once: true });
    });
    return started;
  };

  const panel = () => {
    loaded ??= start().then(async (frame) =>
      (await import(new URL(`../../assets/${PANEL}${frame.language}.js`, script.src).href)).createPanel(
        frame,
      ),
    );
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  };

  const begin = () => {
    if (widgets.get(id) === own) (inline ? panel() : start()).catch(nothing);
  };
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(begin);

  const own: Widget = {
    panel,
    destroy() {
      loaded?.then((opened) => opened.destroy(), nothing);
      host.parentNode?.removeChild(host);
    },
  };
  widgets.set(id, own);
  if (ofDocument('readyState') === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}

/** Calls the page's first widget, once it is there. */
const first = (call: (panel: Panel) => void) => {
  if (!widgets.size) mount();
  for (const [, widget] of widgets) return widget.panel().then(call, nothing);
};

const api = {
  mount,
  open: () => first((panel) => panel.open()),
  close: () => first((panel) => panel.close()),
  ask: (text: string) => first((panel) => panel.ask(text)),
  /** Returns the function that ends it. */
  on(event: WidgetEvent, handler: Handler) {
    const entry: [WidgetEvent, Handler] = [event, handler];
    handlers.add(entry);
    return () => handlers.delete(entry);
  },
  destroy() {
    for (const [, widget] of widgets) widget.destroy();
    widgets.clear();
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
