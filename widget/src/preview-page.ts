import {
  type FromPreview,
  type PreviewScene,
  previewWord,
  type ToPreview,
} from '@parlance/contract/display/preview';
import type { AnswerEvent } from '@parlance/contract/endpoints/embed';
import { createRefusal, type Transport } from './conversation/transport.ts';
import { append, documentProperty, make, styleSheetOf } from './dom.ts';
import type { Panel, PanelOptions } from './frame.ts';
import { createHost, load, showImage } from './host-page/host.ts';
import { decorateLauncher } from './host-page/launcher.ts';

// The page of `/embed/preview`: the widget as visitors meet it, on a page without words. The app around it says
// what is shown, and asks the chatbot; nothing here knows who is signed in.
const { origin } = location;
// The panel over a phone's page takes Back for itself; in here that would be the app's own.
history.pushState = () => {};
// What opens or moves by itself leaves the keyboard where it is: in the app, until somebody is in here.
const { focus } = HTMLElement.prototype;
HTMLElement.prototype.focus = function (options) {
  if (document.hasFocus()) focus.call(this, options);
};
HTMLDialogElement.prototype.show = HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};

document.adoptedStyleSheets = [
  styleSheetOf(
    'html{color-scheme:light;background:#fff;--block:#f0ece5}html.dark{color-scheme:dark;background:#16191b;--block:#24292c}body{margin:0;padding:32px;overflow:hidden}h1{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}div{height:10px;margin:14px 0;border-radius:4px;background:var(--block)}div.wide{height:130px;margin:0 0 24px;border-radius:10px}div.short{width:62%}@media(max-width:479px){body{padding:20px}}',
  ),
];

/** A queue of what arrives for one question, in its order. */
function createQueue() {
  const waiting: ToPreview[] = [];
  let wake: (() => void) | undefined;
  return {
    put(message: ToPreview) {
      waiting.push(message);
      wake?.();
    },
    async next(signal: AbortSignal): Promise<ToPreview> {
      while (!waiting.length) {
        if (signal.aborted) throw new DOMException('', 'AbortError');
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
      return waiting.shift() as ToPreview;
    },
  };
}

function show(port: MessagePort): void {
  const tell = (message: FromPreview) => port.postMessage(message);
  const questions = new Map<number, ReturnType<typeof createQueue>>();
  let scene: PreviewScene | undefined;
  let stage: { of: PreviewScene; frame: PanelOptions; panel: Panel; sheet: CSSStyleSheet } | undefined;
  let asked = 0;

  async function* sampleOf({ sample }: PreviewScene): AsyncGenerator<AnswerEvent> {
    yield { event: 'meta', data: { conversationId: '', messageId: 'sample', visitorToken: '' } };
    yield { event: 'delta', data: { text: sample.answer } };
    yield { event: 'citations', data: { citations: sample.citations } };
    yield { event: 'done', data: { mode: sample.mode, messageTokens: 0 } };
  }

  const transport: Transport = {
    async *ask({ text, conversationId }, signal) {
      if (!scene || scene.state === 'offline') throw new TypeError('offline');
      if (text === scene.sample.question) return yield* sampleOf(scene);
      const ask = ++asked;
      const queue = createQueue();
      questions.set(ask, queue);
      tell({ type: 'ask', ask, text, conversationId });
      try {
        for (;;) {
          const message = await queue.next(signal);
          if (message.type === 'event') yield message.event;
          else if (message.type === 'refused') throw createRefusal(message.code, message.retryAfter);
          else return;
        }
      } finally {
        questions.delete(ask);
        if (signal.aborted) tell({ type: 'stop', ask });
      }
    },
    resume: async () => ({ messages: [], nextCursor: null }),
    erase: async () => {},
    rate: async () => {},
  };

  const isBuilt = ({ state, language }: PreviewScene) =>
    stage?.of.state === state && stage.of.language === language;

  async function build(): Promise<void> {
    const language = scene?.language;
    const address = `${origin}/embed/v1/${scene?.publicId}`;
    const { createPanel } = await load(`${language}.js`, address);
    // Other scenes may have come while the panel was on its way: the last one counts.
    const next = scene;
    if (!next || isBuilt(next)) return;
    if (next.language !== language) return build();
    const root = createHost(false);
    stage?.panel.destroy();
    stage?.frame.root.host.remove();
    const launcher = make('button');
    const sheet = decorateLauncher(launcher, next.config, next.language, address);
    root.adoptedStyleSheets.push(sheet);
    launcher.onclick = () => panel.toggle();
    launcher.ariaExpanded = 'false';
    launcher.ariaHasPopup = 'dialog';
    append(root, launcher);
    append(documentProperty('documentElement'), root.host);
    const frame: PanelOptions = {
      // A name of its own: tests share no storage with visits to the chatbot's page on this origin.
      publicId: 'preview',
      address,
      inline: false,
      root,
      launcher,
      config: next.config,
      language: next.language,
      emit: () => {},
      showImage,
      transport,
    };
    const panel: Panel = createPanel(frame);
    stage = { of: next, frame, panel, sheet };
    panel.open();
    if (next.state === 'answer' || next.state === 'unanswered') panel.ask(next.sample.question);
    // As the browser says it when the connection goes.
    if (next.state === 'offline') dispatchEvent(new Event('offline'));
  }

  function update(next: PreviewScene): void {
    if (!stage) return;
    const { frame, panel, sheet } = stage;
    const { launcher, root, address } = frame;
    if (!launcher) return;
    const icon = launcher.querySelector('img,canvas');
    if (icon && frame.config.appearance.launcherIconUrl !== next.config.appearance.launcherIconUrl)
      icon.remove();
    const dressed = decorateLauncher(launcher, next.config, next.language, address);
    root.adoptedStyleSheets = root.adoptedStyleSheets.map((one) => (one === sheet ? dressed : one));
    launcher.classList.toggle('open', launcher.ariaExpanded === 'true');
    frame.config = next.config;
    stage.sheet = dressed;
    panel.update(next.config);
  }

  port.onmessage = ({ data }: MessageEvent<ToPreview>) => {
    if (data.type !== 'scene') return questions.get(data.ask)?.put(data);
    scene = data.scene;
    documentProperty('documentElement').lang = scene.language;
    documentProperty('documentElement').className = scene.isDark ? 'dark' : '';
    if (isBuilt(scene)) update(scene);
    else build().catch(() => tell({ type: 'failed' }));
  };
  addEventListener(
    'keydown',
    (event) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      tell({ type: 'save' });
    },
    { capture: true },
  );
}

const main = make('main', '', make('h1', '', document.title), make('div', 'wide'));
for (const className of ['', '', 'short', 'wide', '', 'short', '', '']) append(main, make('div', className));
append(documentProperty('body'), main);

addEventListener('message', function hear(event) {
  const [port] = event.ports;
  if (event.origin !== origin || event.source !== parent || event.data !== previewWord || !port) return;
  removeEventListener('message', hear);
  show(port);
});
parent.postMessage(previewWord, origin);
