import type { Citation, EmbedConfig } from '@parlance/contract/endpoints/embed';
import type { Message } from '../../conversation/conversation.ts';
import {
  append,
  type Child,
  createExternalLink,
  createIcon,
  documentProperty,
  fill,
  make,
} from '../../dom.ts';
import type { PanelTexts } from '../../messages.ts';
import { checkIcon, copyIcon, thumbUpIcon } from '../icons.ts';
import { createTextRenderer } from './markdown.ts';

/** What a message needs of its panel. */
export interface MessageContext {
  t: PanelTexts;
  config(): EmbedConfig;
  retry(answer: Message): void;
  rate(answer: Message, value: 'up' | 'down'): void;
  announce(text: string): void;
  /** Shown above the field, too. */
  say(text: string): void;
  /** Puts buttons that ask these. */
  offer(parent: Element, questions: readonly string[]): void;
}

export interface MessageView {
  element: HTMLElement;
  /** Absent where nothing changes any more. */
  update?(): void;
}

/** The label is for a picture; text names its button itself. */
export function createButton(className: string, label: string, act: () => void, ...content: Child[]) {
  const element = make('button', className, ...content);
  element.ariaLabel = element.title = label;
  element.addEventListener('click', act);
  return element;
}

const bareHost = (address: URL | undefined) => address?.host.replace(/^www\./, '');

function webAddress(address: string | undefined): URL | undefined {
  if (address && /^https?:\/\//i.test(address) && URL.canParse(address)) return new URL(address);
}

/** The contact of the professional, as something to press where it is an address or a number. */
export function contactLinkOf(contact: string): string | undefined {
  const text = contact.trim();
  if (/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(text)) return `mailto:${text}`;
  if (/^\+?[\d\s().-]{6,}$/.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`;
  return webAddress(text)?.href;
}

/** Why there is no answer, in the visitor's words. */
export function troubleOf(t: PanelTexts, { refusal, state }: Message): string {
  if (state === 'stopped') return t.stopped;
  const said = t[refusal?.code as keyof PanelTexts];
  return typeof said === 'string' ? said : t.internal;
}

const rangeLabel = (first: number, last?: number) => (last ? `s ${first}–${last}` : ` ${first}`);

function whereOf({ position }: Citation, t: MessageContext['t']): string {
  const { page, pageEnd, heading, sheet, row, rowEnd } = position;
  const parts = [
    page && t.page + rangeLabel(page, pageEnd),
    sheet,
    row && t.row + rangeLabel(row, rowEnd),
    heading,
  ];
  let where = '';
  for (const part of parts) if (part) where += (where && ' · ') + part;
  return where;
}

export function createVisitorView(message: Message, context: MessageContext, avatar?: Node): MessageView {
  const { t } = context;
  const bubble = make('div', 'bubble', make('span', 'sr', t.says(t.you)), message.text);
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
    if (opened) quotePlace.scrollIntoView({ block: 'nearest' });
  };

  /** Chips and cards of one number open the same quote. */
  const markOpened = () => {
    for (const control of element.querySelectorAll<HTMLElement>('[data-number]'))
      control.ariaExpanded = `${Number(control.dataset.number) === opened}`;
    fill(quotePlace);
    const citation = citationOf(opened);
    if (!citation) return;
    const quotation = make('blockquote', '', citation.quote);
    quotation.dir = 'auto';
    quotation.tabIndex = 0;
    const where = whereOf(citation, t);
    const url = webAddress(citation.url);
    append(
      quotePlace,
      make(
        'div',
        'quote',
        quotation,
        make('p', '', citation.sourceName + (where && ` · ${where}`)),
        url && make('p', '', createExternalLink('', url.href, t.openSource(url.host))),
      ),
    );
  };

  const control = (className: string, number: number, ...content: Child[]) => {
    const element = createButton(className, '', () => toggle(number), ...content);
    element.dataset.number = `${number}`;
    element.ariaExpanded = 'false';
    return element;
  };

  const render = createTextRenderer(body, {
    table: t.table,
    chip(number) {
      const citation = citationOf(number);
      const chip = control('chip', number, `${number}`);
      if (citation) chip.ariaLabel = t.source(number, citation.sourceName);
      // The citations come last: until then each number may have one.
      return citation || message.state === 'streaming' ? chip : undefined;
    },
    allows(url) {
      const known = [location.href, context.config().contact];
      for (const { url = '' } of message.citations ?? []) known[known.length] = url;
      for (const address of known) if (bareHost(webAddress(address)) === bareHost(url)) return true;
      return !url.host;
    },
  });

  const cards = (citations: Citation[]) => {
    const list = append(rest, make('div', 'cards'));
    for (const citation of citations) {
      const where = whereOf(citation, t);
      const words = make('span', '', make('b', '', citation.sourceName), where && make('small', '', where));
      const card = control('card', citation.number, make('span', 'number', `${citation.number}`), words);
      card.title = citation.sourceName;
      append(list, card);
    }
    append(rest, quotePlace);
  };

  const copy = async (tool: HTMLElement) => {
    let text = message.text;
    for (const citation of message.citations ?? [])
      text += `\n[${citation.number}] ${citation.sourceName} ${whereOf(citation, t)}`;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // There is none without HTTPS, nor where the page forbids it: what is selected can be copied all the same.
      const area = append(element, make('textarea', 'sr', text));
      area.select();
      const isCopied = documentProperty('execCommand').call(document, 'copy');
      element.removeChild(area);
      tool.focus();
      if (!isCopied) return context.say(t.uncopied);
    }
    fill(tool, createIcon(checkIcon));
    context.announce(t.copied);
  };

  const actions = () => {
    const row = append(rest, make('div', 'acts'));
    for (const value of ['up', 'down'] as const) {
      const thumb = createButton(
        `tool ${value}`,
        t[value],
        () => context.rate(message, value),
        createIcon(thumbUpIcon),
      );
      thumb.dataset.value = value;
      if (message.id && !message.smallTalk) append(row, thumb);
    }
    const tool: HTMLElement = createButton('tool', t.copy, () => copy(tool), createIcon(copyIcon));
    append(row, tool);
  };

  /** As something to press; in words where nothing can be pressed, unless the answer has said it already. */
  const contact = (isSaid?: boolean) => {
    const text = context.config().contact;
    if (!text) return;
    const address = contactLinkOf(text);
    if (address) append(rest, createExternalLink('button', address, text));
    else if (!isSaid) append(rest, make('p', 'note', text));
  };

  const trouble = () => {
    const { refusal } = message;
    const code = refusal?.code;
    const box = append(rest, make('div', 'trouble', make('p', '', troubleOf(t, message))));
    if (code !== 'domain_not_allowed') {
      let seconds = Math.min(refusal?.retryAfter ?? 0, 3600);
      const again = append(
        box,
        createButton('button', '', () => seconds <= 0 && context.retry(message)),
      );
      const count = () => {
        again.textContent = seconds > 0 ? t.retryIn(seconds) : t.retry;
        again.ariaDisabled = `${seconds > 0}`;
        if (seconds-- > 0) setTimeout(() => again.isConnected && count(), 1000);
      };
      count();
    }
    if (code === 'temporarily_unavailable') contact();
  };

  const dots = append(bubble, make('div', 'dots', '•••'));
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
    dots.hidden = !streaming || !!body.firstChild;
    bubble.hidden = !text && !streaming;
    if (settled && !streaming) settle();
    for (const thumb of rest.querySelectorAll<HTMLElement>('[data-value]'))
      thumb.ariaPressed = `${thumb.dataset.value === message.feedback}`;
  }

  function settle() {
    const { state, citations, mode, subjects } = message;
    element.classList.toggle('unknown', mode === 'unanswered');
    if (citations?.length) cards(citations);
    if (mode === 'quoted') append(rest, make('p', 'note', t.quoted));
    if (subjects) {
      const group = append(rest, make('div', 'message', make('p', 'note', t.near)));
      group.role = 'group';
      group.ariaLabel = t.near;
      context.offer(group, subjects);
    }
    if (mode === 'unanswered') contact(true);
    if (state === 'done') actions();
    else trouble();
  }

  update();
  return { element, update };
}
