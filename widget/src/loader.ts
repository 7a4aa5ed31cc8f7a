import type { StatedVisitor } from '@parlance/contract/endpoints/embed';
import { documentProperty, element } from './dom.ts';
import type { Panel, PanelOptions, WidgetEvent } from './frame.ts';
import { createHost, fetchConfig, load, showImage, visitorLanguage } from './host-page/host.ts';
import { decorateLauncher } from './host-page/launcher.ts';

interface Options {
  chatbot?: string;
  mode?: string;
  /** The element in which an inline widget goes; else beside the script. */
  target?: Element;
  language?: string;
  theme?: string;
  /** The element whose attributes hold where an option is absent. */
  script?: HTMLScriptElement;
}

interface Widget {
  host: Element;
  panel(): Promise<Panel>;
  destroy(): void;
}

type Handler = (detail: unknown, chatbot: string) => void;

const ownScript = documentProperty('currentScript') as HTMLScriptElement;
const handlers = new Set<[WidgetEvent, Handler]>();
const widgets = new Map<string, Widget>();
let visitor: StatedVisitor | null | undefined;
const nothing = () => {};

/** Makes something once; what failed is tried again with the next call. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

function mount(options: Options = {}): void {
  let script = options.script ?? ownScript;
  // Where only a page's contents change (Turbo, pjax), the same line may stand in them again.
  for (const line of documentProperty('scripts'))
    if (!script.isConnected && line.src === script.src) script = line;
  const {
    // Some tag managers take attributes off; the script's own address names the chatbot as well.
    chatbot: id = script.src.split('/').at(-2) as string,
    mode,
    target,
    language: wanted,
    theme,
  }: Options = { ...script.dataset, ...options };
  const known = widgets.get(id);
  if (known?.host.isConnected) return;
  // What has gone with the contents begins anew.
  known?.destroy();

  const address = new URL(`../${id}`, script.src).href;
  const inline = mode === 'inline';
  const root = createHost(inline);
  const { host } = root;

  const draw = async (): Promise<PanelOptions> => {
    const config = await fetchConfig(address);
    if (widgets.get(id) !== own) throw 500;
    const language = visitorLanguage(wanted) ?? config.language;
    const frame: PanelOptions = {
      publicId: id,
      address,
      inline,
      root,
      config,
      language,
      theme,
      visitor: () => visitor,
      showImage,
      emit: (event, detail) => {
        // In its own time: what a handler throws is the page's matter.
        for (const [wanted, handler] of handlers) if (wanted === event) setTimeout(handler, 0, detail, id);
      },
    };
    if (inline) {
      if (target) target.appendChild(host);
      else script.parentNode?.insertBefore(host, script);
      return frame;
    }

    const launcher = element('button');
    root.adoptedStyleSheets.push(decorateLauncher(launcher, config, language, address));
    launcher.ariaExpanded = 'false';
    launcher.ariaHasPopup = 'dialog';
    launcher.onpointerenter = launcher.onfocus = () => panel().catch(nothing);
    launcher.onclick = () => callWidgets('toggle', id);
    frame.launcher = launcher;
    root.appendChild(launcher);
    documentProperty('documentElement').appendChild(host);
    return frame;
  };

  let opened: Panel | undefined;
  let tries = 0;
  const start = once(draw);
  const panel = once(async () => {
    const frame = await start();
    // Some browsers keep a failed import for good: each try has an address of its own.
    const { createPanel } = await load(`${frame.language}.js?${tries++}`, address);
    if (widgets.get(id) !== own) throw 500;
    opened = createPanel(frame);
    return opened as Panel;
  });

  const begin = () => {
    if (widgets.get(id) === own)
      (inline ? panel : start)().catch((status) => {
        // For whoever put the snippet here to read.
        const warn = (why: unknown) => console.warn('Parlance', why, address);
        if (status < 500) warn(status);
        else {
          // A server that can be reached, but not read, lets other domains in. What may pass is waited out, longer each time.
          if (!(status > 0))
            fetch(address, { mode: 'no-cors' }).then(() => warn(`${location.host} allowed?`), nothing);
          setTimeout(begin, 2000 << tries++);
        }
      });
  };
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(begin, { timeout: 3000 });

  const own: Widget = {
    host,
    panel,
    destroy() {
      opened?.destroy();
      host.parentNode?.removeChild(host);
    },
  };
  widgets.set(id, own);
  if (documentProperty('readyState') === 'complete') whenIdle();
  else addEventListener('load', whenIdle);
}

/** Calls a chatbot's widget; without a name the page's first. */
const callWidgets = (call: 'open' | 'close' | 'toggle' | 'ask', chatbot?: string, text = '') => {
  for (const [id, widget] of widgets)
    if (!chatbot || id === chatbot) return widget.panel().then((panel) => panel[call](text), nothing);
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
  open: (chatbot?: string) => callWidgets('open', chatbot),
  close: (chatbot?: string) => callWidgets('close', chatbot),
  ask: (text: string, chatbot?: string) => callWidgets('ask', chatbot, text),
  /** Takes what the page says of its visitor, sent with the next messages; null takes it back. */
  identify(stated: StatedVisitor | null) {
    visitor = stated;
  },
  /** Listens to an event; returns the function that ends it. */
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
const existingApi = window.Parlance;
if (existingApi?.mount?.call) existingApi.mount({ script: ownScript });
else {
  window.Parlance = api;
  mount();
}
