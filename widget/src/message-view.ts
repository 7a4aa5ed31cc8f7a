import type { Citation, EmbedConfig } from '@parlance/contract/embed';
import type { Message } from './conversation.ts';
import { empty, icon, linkOut, make, put } from './dom.ts';
import { checkIcon, copyIcon, thumbUpIcon } from './icons.ts';
import { createText } from './markdown.ts';
import type { PanelTexts } from './messages.ts';

/** What a message needs of its panel. */
export interface MessageContext {
  t: PanelTexts;
  config(): EmbedConfig;
  retry(answer: Message): void;
  rate(answer: Message, value: 'up' | 'down'): void;
  announce(text: string): void;
  /** A part that has just opened comes into view. */
  reveal(element: Element): void;
}

export interface MessageView {
  element: HTMLElement;
  /** Absent where nothing changes any more. */
  update?(): void;
}

/** The label is for a picture; text names its button itself. */
export function button(className: string, label: string, content: Node | string, act: () => void) {
  const element = make('button', className, content);
  element.ariaLabel = element.title = label;
  element.addEventListener('click', act);
  return element;
}

const bareHost = (address: URL | Location | undefined) => address?.host.replace(/^www\./, '');

function webAddress(address: string | undefined): URL | undefined {
  if (address && /^https?:\/\//i.test(address) && URL.canParse(address)) return new URL(address);
}

/** The contact of the professional, as something to press where it is an address or a number. */
export function contactLink(contact: string): string | undefined {
  const text = contact.trim();
  if (/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(text)) return `mailto:${text}`;
  if (/^\+?[\d\s().-]{6,}$/.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`;
  return webAddress(text)?.href;
}

/** Why there is no answer, in the visitor's words. */
export function troubleIn(t: PanelTexts, { refusal }: Message): string {
  const said = t[refusal?.code as keyof PanelTexts];
  return typeof said === 'string' ? said : t.internal;
}

const range = (first: number, last?: number) => (last ? `s ${first}–${last}` : ` ${first}`);

function whereOf({ position }: Citation, t: MessageContext['t']): string {
  const { page, pageEnd, heading, sheet, row, rowEnd } = position;
  const parts = [page && t.page + range(page, pageEnd), sheet, row && t.row + range(row, rowEnd), heading];
  let where = '';
  for (const part of parts) if (part) where += (where && ' · ') + part;
  return where;
}

export function createVisitorView(message: Message, context: MessageContext, avatar?: Node): MessageView {
  const bubble = make('div', 'bubble', make('span', 'sr', context.t.says(context.t.you)), message.text);
  bubble.dir = 'auto';
  const element = make('li', 'message own', bubble, avatar);
  return { element };
}

export function createAnswerView(message: Message, context: MessageContext): MessageView {
  const { t } = context;
  const body = make('div');
  const bubble = make('div', 'bubble', make('span', 'sr', t.says(context.config().name)), body);
  const rest = make('div', 'message');
  const quotePlace = make('div', 'message');
  const element = make('li', 'message', bubble, rest);
  body.dir = 'auto';
  let opened = 0;

  const citationOf = (number: number) => {
    for (const citation of message.citations ?? []) if (citation.number === number) return citation;
  };

  const toggle = (number: number) => {
    opened = opened === number ? 0 : number;
    markOpened();
    const quote = element.querySelector('.quote');
    if (quote) context.reveal(quote);
  };

  /** Chips and cards of one number open the same quote. */
  const markOpened = () => {
    for (const control of element.querySelectorAll<HTMLElement>('[data-number]'))
      control.ariaExpanded = `${Number(control.dataset.number) === opened}`;
    empty(quotePlace);
    const citation = citationOf(opened);
    if (!citation) return;
    const quotation = make('blockquote', '', citation.quote);
    quotation.dir = 'auto';
    quotation.tabIndex = 0;
    const where = whereOf(citation, t);
    const quote = make(
      'div',
      'quote',
      quotation,
      make('p', '', citation.sourceName + (where && ` · ${where}`)),
    );
    const url = webAddress(citation.url);
    if (url) put(put(quote, make('p')), linkOut('', url.href, t.openSource(url.host)));
    put(quotePlace, quote);
  };

  const control = (className: string, number: number, ...content: (Node | string)[]) => {
    const element = button(className, '', '', () => toggle(number));
    for (const part of content) put(element, part);
    element.dataset.number = `${number}`;
    element.ariaExpanded = 'false';
    return element;
  };

  const render = createText(body, {
    table: t.table,
    chip(number) {
      const citation = citationOf(number);
      const chip = control('chip', number, `${number}`);
      if (citation) chip.ariaLabel = t.source(number, citation.sourceName);
      // The citations come last: until then each number may have one.
      return citation || message.state === 'streaming' ? chip : undefined;
    },
    allows(url) {
      const host = bareHost(url);
      if (!host || host === bareHost(location)) return true;
      if (host === bareHost(webAddress(context.config().contact))) return true;
      for (const citation of message.citations ?? [])
        if (host === bareHost(webAddress(citation.url))) return true;
      return false;
    },
  });

  const cards = (citations: Citation[]) => {
    const list = make('div', 'cards');
    for (const citation of citations) {
      const where = whereOf(citation, t);
      const words = make('span', '', make('b', '', citation.sourceName), where && make('small', '', where));
      const card = control('card', citation.number, make('span', 'number', `${citation.number}`), words);
      card.title = citation.sourceName;
      put(list, card);
    }
    return list;
  };

  const copy = (tool: HTMLElement) => {
    let text = message.text;
    for (const citation of message.citations ?? [])
      text += `\n[${citation.number}] ${citation.sourceName} ${whereOf(citation, t)}`;
    // Where the page forbids the clipboard, selecting the text by hand still works.
    navigator.clipboard.writeText(text).then(
      () => {
        empty(tool);
        put(tool, icon(checkIcon));
        context.announce(t.copied);
      },
      () => {},
    );
  };

  const actions = () => {
    const row = make('div', 'acts');
    for (const value of ['up', 'down'] as const) {
      const thumb = button(`tool ${value}`, t[value], icon(thumbUpIcon), () => context.rate(message, value));
      thumb.dataset.value = value;
      if (message.id) put(row, thumb);
    }
    if (navigator.clipboard) {
      const tool: HTMLElement = button('tool', t.copy, icon(copyIcon), () => copy(tool));
      put(row, tool);
    }
    return row;
  };

  /** As something to press; in words where nothing can be pressed, unless the answer has said it already. */
  const contact = (parent: Node, isSaid?: boolean) => {
    const text = context.config().contact;
    if (!text) return;
    const address = contactLink(text);
    if (address) put(parent, linkOut('button', address, text));
    else if (!isSaid) put(parent, make('p', 'note', text));
  };

  const trouble = (parent: Node) => {
    const { refusal } = message;
    const code = refusal?.code;
    const box = put(parent, make('div', 'trouble', make('p', '', troubleIn(t, message))));
    if (code !== 'domain_not_allowed') {
      let seconds = Math.min(refusal?.retryAfter ?? 0, 3600);
      const again = put(
        box,
        button('button', '', t.retry, () => seconds <= 0 && context.retry(message)),
      );
      const count = () => {
        again.textContent = seconds > 0 ? t.retryIn(seconds) : t.retry;
        again.ariaDisabled = `${seconds > 0}`;
        if (seconds-- > 0) setTimeout(() => again.isConnected && count(), 1000);
      };
      count();
    }
    if (code === 'temporarily_unavailable') contact(parent);
  };

  const dots = make('div', 'dots', '•••');
  dots.role = 'img';
  dots.ariaLabel = t.searching;

  let settledAs = '';

  function update() {
    const { state, text } = message;
    const streaming = state === 'streaming';
    const settled = settledAs !== state;
    settledAs = state;
    // The citations come last; the chips that were drawn before them are drawn again.
    render(text, streaming, settled);
    if (streaming && !body.firstChild) put(bubble, dots);
    else dots.parentNode?.removeChild(dots);
    bubble.hidden = !text && !streaming;
    if (settled && !streaming) settle();
    for (const thumb of rest.querySelectorAll<HTMLElement>('[data-value]'))
      thumb.ariaPressed = `${thumb.dataset.value === message.feedback}`;
  }

  function settle() {
    const { state, citations, mode } = message;
    element.classList.toggle('unknown', mode === 'unanswered');
    if (citations?.length) {
      put(rest, cards(citations));
      put(rest, quotePlace);
    }
    if (mode === 'quoted') put(rest, make('p', 'note', t.quoted));
    if (mode === 'unanswered') contact(rest, true);
    if (state === 'done') put(rest, actions());
    if (state === 'failed') trouble(rest);
    if (state === 'stopped') {
      put(rest, make('p', 'note', t.stopped));
      put(
        rest,
        button('button', '', t.retry, () => context.retry(message)),
      );
    }
  }

  update();
  return { element, update };
}
