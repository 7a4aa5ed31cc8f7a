import type { Citation, EmbedConfig } from '@parlance/contract/embed';
import type { Spoken } from '@parlance/contract/i18n';
import type { Message } from './conversation.ts';
import { empty, icon, make, put, setAttributes } from './dom.ts';
import { alertIcon, checkIcon, copyIcon, linkIcon, thumbDownIcon, thumbUpIcon } from './icons.ts';
import { createText } from './markdown.ts';
import type { texts } from './messages.ts';

/** What a message needs of its panel. */
export interface MessageContext {
  t: Spoken<typeof texts>;
  config(): EmbedConfig;
  retry(answer: Message): void;
  rate(answer: Message, value: 'up' | 'down'): void;
  announce(text: string): void;
  /** A part that has just opened comes into view. */
  reveal(element: Element): void;
}

export interface MessageView {
  element: HTMLElement;
  update(): void;
}

export function button(className: string, label: string, content: Node | string, act: () => void) {
  const element = make('button', className, content);
  element.type = 'button';
  if (typeof content !== 'string') {
    element.setAttribute('aria-label', label);
    element.title = label;
  }
  element.addEventListener('click', act);
  return element;
}

const bareHost = (host: string) => host.replace(/^www\./, '').toLowerCase();

function webAddress(address: string | undefined): URL | undefined {
  if (!address || !/^https?:\/\//i.test(address)) return;
  try {
    return new URL(address);
  } catch {
    return;
  }
}

function linkOut(className: string, address: string, ...content: (Node | string)[]) {
  const link = make('a', className, ...content);
  setAttributes(link, [
    ['href', address],
    ['target', '_blank'],
    ['rel', 'noopener noreferrer nofollow'],
  ]);
  return link;
}

/** The contact of the professional, as something to press where it is an address or a number. */
export function contactLink(contact: string): string | undefined {
  const text = contact.trim();
  if (/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(text)) return `mailto:${text}`;
  if (/^\+?[\d\s().-]{6,}$/.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`;
  return webAddress(text)?.href;
}

function whereOf(citation: Citation, t: MessageContext['t']): string {
  const { page, heading, sheet, row } = citation.position;
  const parts = [page && t.page(page), sheet, row && t.row(row), heading];
  let where = '';
  for (const part of parts) if (part) where += (where && ' · ') + part;
  return where;
}

export function createVisitorView(message: Message, context: MessageContext, avatar?: Node): MessageView {
  const bubble = make('div', 'bubble', make('span', 'sr', `${context.t.you} : `), message.text);
  bubble.dir = 'auto';
  const element = make('li', 'message own', bubble, avatar);
  return { element, update: () => {} };
}

let serial = 0;

export function createAnswerView(message: Message, context: MessageContext): MessageView {
  const { t } = context;
  const quoteId = `q${++serial}`;
  const body = make('div');
  const bubble = make('div', 'bubble', make('span', 'sr', `${context.config().name} : `), body);
  const rest = make('div', 'message');
  const element = make('li', 'message', bubble, rest);
  body.dir = 'auto';
  let opened = 0;
  let copied = false;

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
    const controls = element.querySelectorAll('[data-number]');
    for (let at = 0; at < controls.length; at++) {
      const control = controls[at] as HTMLElement;
      control.setAttribute('aria-expanded', `${Number(control.dataset.number) === opened}`);
    }
    const place = element.querySelector(`#${quoteId}`);
    if (!place) return;
    empty(place);
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
    if (url) put(put(quote, make('p')), linkOut('', url.href, t.openSource(url.host), icon(linkIcon, 14)));
    put(place, quote);
  };

  const control = (className: string, citation: Citation, ...content: (Node | string)[]) => {
    // Chips are inline text (a <button> would break the line around it).
    const element: HTMLElement = make(className === 'chip' ? 'span' : 'button', className, ...content);
    setAttributes(element, [
      ['data-number', `${citation.number}`],
      ['aria-expanded', 'false'],
      ['aria-controls', quoteId],
      className === 'chip' ? ['role', 'button'] : ['type', 'button'],
    ]);
    element.addEventListener('click', () => toggle(citation.number));
    return element;
  };

  const render = createText(body, {
    chip(number) {
      const citation = citationOf(number);
      // Word joiners keep the chip on the line of the word it follows.
      const content = `\u2060${number}\u2060`;
      if (!citation) return message.state === 'streaming' ? make('span', 'chip', content) : undefined;
      const chip = control('chip', citation, content);
      chip.tabIndex = 0;
      chip.setAttribute('aria-label', t.source(number, citation.sourceName));
      chip.addEventListener('keydown', (event: KeyboardEvent) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        toggle(number);
      });
      return chip;
    },
    allows(url) {
      const host = bareHost(url.protocol === 'mailto:' ? url.pathname.replace(/.*@/, '') : url.host);
      const contact = context.config().contact;
      const known = [location.host, webAddress(contact)?.host, contact.replace(/.*@/, '')];
      for (const citation of message.citations ?? []) known[known.length] = webAddress(citation.url)?.host;
      for (const one of known) {
        const other = one && bareHost(one);
        if (other && (host === other || host.endsWith(`.${other}`) || other.endsWith(`.${host}`)))
          return true;
      }
      return false;
    },
  });

  const cards = (citations: Citation[]) => {
    const list = make('div', 'cards');
    setAttributes(list, [
      ['role', 'group'],
      ['aria-label', t.sources],
    ]);
    for (const citation of citations) {
      const where = whereOf(citation, t);
      const words = make(
        'span',
        '',
        make('b', '', citation.sourceName),
        where ? make('small', '', where) : '',
      );
      const card = control('card', citation, make('span', 'number', `${citation.number}`), words);
      card.title = citation.sourceName;
      put(list, card);
    }
    return list;
  };

  const copy = async () => {
    let text = message.text;
    for (const citation of message.citations ?? []) {
      const where = whereOf(citation, t);
      text += `\n[${citation.number}] ${citation.sourceName}${where && `, ${where}`}`;
      if (citation.url) text += `, ${citation.url}`;
    }
    try {
      await navigator.clipboard.writeText(text);
      copied = true;
      context.announce(t.copied);
      update();
    } catch {
      // A page may forbid the clipboard; selecting the text by hand still works.
    }
  };

  const actions = () => {
    const row = make('div', 'acts');
    if (message.id) {
      for (const [value, d] of [
        ['up', thumbUpIcon],
        ['down', thumbDownIcon],
      ] as const) {
        const thumb = button('tool', t[value], icon(d, 17), () => context.rate(message, value));
        thumb.setAttribute('aria-pressed', `${message.feedback === value}`);
        put(row, thumb);
      }
    }
    if (typeof navigator.clipboard?.writeText === 'function')
      put(row, button('tool', copied ? t.copied : t.copy, icon(copied ? checkIcon : copyIcon, 17), copy));
    return row;
  };

  const contact = (parent: Node) => {
    const text = context.config().contact;
    if (!text) return;
    const address = contactLink(text);
    if (!address) put(parent, make('p', 'note', text));
    else {
      const link = linkOut('button accent', address, text);
      link.setAttribute('aria-label', `${t.contact} : ${text}`);
      put(parent, link);
    }
  };

  const trouble = (parent: Node) => {
    const refusal = message.refusal;
    const code = (refusal?.code ?? 'internal') as keyof typeof t;
    const said = t[code];
    const words = typeof said === 'string' ? said : t.internal;
    const box = put(parent, make('div', 'trouble', icon(alertIcon, 18), make('p', '', words)));
    if (code === 'rate_limited' || code === 'temporarily_unavailable' || code === 'conversation_busy')
      box.classList.add('soft');
    if (code !== 'domain_not_allowed') {
      let seconds = Math.min(refusal?.retryAfter ?? 0, 3600);
      const again = put(
        box,
        button('button', '', t.retry, () => seconds <= 0 && context.retry(message)),
      );
      const count = () => {
        again.textContent = seconds > 0 ? t.retryIn(seconds) : t.retry;
        again.setAttribute('aria-disabled', `${seconds > 0}`);
        if (seconds > 0 && again.isConnected) setTimeout(count, 1000);
        seconds--;
      };
      // Counts once it is in the page, and no longer than it stays there.
      setTimeout(count);
    }
    if (code === 'temporarily_unavailable') contact(parent);
  };

  const dots = make('div', 'dots', make('i'), make('i'), make('i'));
  setAttributes(dots, [
    ['role', 'img'],
    ['aria-label', t.searching],
  ]);

  let citedWith: Citation[] | undefined;
  let settledAs = '';

  function update() {
    const { state, text, citations } = message;
    const streaming = state === 'streaming';
    const waiting = streaming && !text;
    if (waiting !== (dots.parentNode === bubble)) {
      if (waiting) put(bubble, dots);
      else bubble.removeChild(dots);
    }
    render(text, streaming, citedWith !== citations || settledAs !== state);
    citedWith = citations;
    settledAs = state;
    bubble.hidden = !text && !streaming;
    element.classList.toggle('unknown', message.mode === 'unanswered');

    // Everything under the bubble is drawn anew, so the control that had the focus gets it back.
    const root = element.getRootNode() as ShadowRoot;
    const controls = rest.querySelectorAll('button');
    let focused = -1;
    for (let at = 0; at < controls.length; at++) if (controls[at] === root.activeElement) focused = at;
    empty(rest);
    rest.hidden = streaming;
    if (streaming) return;
    if (citations?.length) {
      put(rest, cards(citations));
      put(rest, make('div', 'message')).id = quoteId;
    }
    if (message.mode === 'quoted') put(rest, make('p', 'note', t.quoted));
    if (message.mode === 'unanswered') contact(rest);
    if (state === 'done') put(rest, actions());
    if (state === 'failed') trouble(rest);
    if (state === 'stopped') {
      const again = button('button', '', t.retry, () => context.retry(message));
      put(rest, make('p', 'note', t.stopped));
      put(rest, again);
    }
    markOpened();
    if (focused >= 0) rest.querySelectorAll('button')[focused]?.focus();
  }

  update();
  return { element, update };
}
