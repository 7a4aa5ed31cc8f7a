import type { StatedVisitor } from '@parlance/contract/embed';
import { element, ofDocument } from './dom.ts';
import type { Frame, Panel, WidgetEvent } from './frame.ts';
import { createHost, fetchConfig, visitorLanguage } from './host.ts';
import { dressLauncher } from './launcher.ts';

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

type Handler = (detail: unknown, chatbot: string) => void;

const ownScript = ofDocument('currentScript') as HTMLScriptElement;
const handlers = new Set<[WidgetEvent, Handler]>();
const widgets = new Map<string, Widget>();
let visitor: StatedVisitor | null | undefined;
const nothing = () => {};

function mount(options: Options = {}): void {
  const script = options.script ?? ownScript;
  const wish = (name: 'chatbot' | 'mode' | 'language' | 'theme') =>
    options[name] ?? script.getAttribute(`data-${name}`);
  // Some tag managers take attributes off; the script's own address names the chatbot as well.
  const id = wish('chatbot') ?? script.src.split('/').at(-2) ?? '';
  if (widgets.has(id)) return;

  const address = new URL(`../${id}`, script.src).href;
  const inline = wish('mode') === 'inline';
  const { host, root } = createHost(inline);
  let started: Promise<Frame> | undefined;
  let loaded: Promise<Panel> | undefined;

  const draw = async (): Promise<Frame> => {
    const config = await fetchConfig(address);
    if (widgets.get(id) !== own) throw 0;
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
      visitor: () => visitor,
      emit: (event, detail) => {
        // In its own time: what a handler throws is the page's matter.
        for (const [wanted, handler] of handlers)
          if (wanted === event) queueMicrotask(() => handler(detail, id));
      },
    };
    if (inline) {
      if (options.target) options.target.appendChild(host);
      else script.parentNode?.insertBefore(host, script);
      return frame;
    }

    const launcher = element('button');
    root.adoptedStyleSheets.push(dressLauncher(launcher, config, language, address));
    launcher.ariaExpanded = 'false';
    launcher.ariaHasPopup = 'dialog';
    launcher.onpointerenter = launcher.onfocus = () => panel().catch(nothing);
    launcher.onclick = () => panel().then((opened) => opened.toggle(), nothing);
    frame.launcher = launcher;
    root.appendChild(launcher);
    ofDocument('documentElement').appendChild(host);
    return frame;
  };

  const start = () => {
    started ??= draw();
    started.catch(() => {
      started = undefined;
    });
    return started;
  };

  let tries = 0;
  let wait = 15_000;
  const panel = () => {
    loaded ??= start().then(async (frame) => {
      // Some browsers keep a failed import for good: each try has an address of its own.
      const file = new URL(`../../assets/${PANEL}${frame.language}.js?${tries++}`, script.src).href;
      return (await import(file)).createPanel(frame);
    });
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  };

  const begin = () => {
    if (widgets.get(id) === own)
      (inline ? panel() : start()).catch((status) => {
        // A refusal is for whoever put the snippet here to read. Anything else is waited out, longer each time: a
        // domain that isn't allowed can't be told from a lost network.
        if (status > 0 && status < 500) console.info('Parlance', status, address);
        else {
          wait *= 2;
          setTimeout(begin, wait);
        }
      });
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
  else addEventListener('load', whenIdle);
}

/** Calls a chatbot's widget; without a name the page's first. */
const reach = (call: (panel: Panel) => void, chatbot?: string) => {
  for (const [id, widget] of widgets)
    if (!chatbot || id === chatbot) return widget.panel().then(call, nothing);
};

const api = {
  mount,
  /** Without a name: every widget of the page. */
  unmount(chatbot?: string) {
    for (const [id, widget] of widgets)
      if (!chatbot || id === chatbot) {
        widgets.delete(id);
        widget.destroy();
      }
  },
  open: (chatbot?: string) => reach((panel) => panel.open(), chatbot),
  close: (chatbot?: string) => reach((panel) => panel.close(), chatbot),
  ask: (text: string, chatbot?: string) => reach((panel) => panel.ask(text), chatbot),
  /** What the page says of its visitor, told with the next messages; null takes it back. */
  identify(stated: StatedVisitor | null) {
    visitor = stated;
  },
  /** Returns the function that ends it. */
  on(event: WidgetEvent, handler: Handler) {
    const entry: [WidgetEvent, Handler] = [event, handler];
    handlers.add(entry);
    return () => handlers.delete(entry);
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
