import type { Message } from '../../conversation/message.ts';
import { append, createExternalLink, createIcon, documentProperty, fill, make } from '../../dom.ts';
import { createButton } from '../button.ts';
import type { PanelContext } from '../context.ts';
import { checkIcon, copyIcon, thumbUpIcon } from '../icons.ts';
import { bareHost, contactLinkOf, webAddress } from './addresses.ts';
import { createCitations, whereOf } from './citations.ts';
import { createTextRenderer } from './markdown.ts';
import { type MessageView, offer } from './message-view.ts';
import { troubleOf } from './trouble.ts';

/** An answer: its text as it streams, and what belongs below it once it has ended. */
export function createAnswerView(message: Message, context: PanelContext): MessageView {
  const { t, frame, conversation, announce, say, focusField } = context;
  const body = make('div');
  const bubble = make('div', 'bubble', make('span', 'sr', frame.config.name + t.colon), body);
  const dots = append(bubble, make('div', 'dots', '•••'));
  const rest = make('div', 'message');
  const element = make('li', 'message', bubble, rest);
  const { chip, drawCards } = createCitations(message, t, element);
  let settledAs = '';
  body.dir = 'auto';
  dots.role = 'img';
  dots.ariaLabel = t.searching;

  const render = createTextRenderer(body, {
    table: t.table,
    chip,
    allows(url) {
      const known = [location.href, frame.config.contact];
      for (const { url = '' } of message.citations ?? []) known[known.length] = url;
      for (const address of known) if (bareHost(webAddress(address)) === bareHost(url)) return true;
      return !url.host;
    },
  });

  /** The contact to press; in words where nothing can be pressed, unless the answer has said it already. */
  const contact = (isSaid?: boolean) => {
    const text = frame.config.contact;
    if (!text) return;
    const address = contactLinkOf(text);
    if (address) append(rest, createExternalLink('button', address, text));
    else if (!isSaid) append(rest, make('p', 'note', text));
  };

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
    if (citations?.length) drawCards(rest, citations);
    if (mode === 'quoted') append(rest, make('p', 'note', t.quoted));
    if (subjects) {
      const group = append(rest, make('div', 'message', make('p', 'note', t.near)));
      group.role = 'group';
      group.ariaLabel = t.near;
      offer(context, group, subjects);
    }
    if (mode === 'unanswered') contact(true);
    if (state === 'done') drawTools();
    else trouble();
  }

  /** Shows why there is no answer, and another try as soon as one makes sense. */
  function trouble() {
    const { refusal } = message;
    const code = refusal?.code;
    const box = append(rest, make('div', 'trouble', make('p', '', troubleOf(t, message))));
    if (code !== 'domain_not_allowed') {
      let seconds = Math.min(refusal?.retryAfter ?? 0, 3600);
      const again = append(
        box,
        createButton('button', '', () => {
          if (seconds > 0) return;
          if (!conversation.busy) void conversation.retry(message);
          focusField();
        }),
      );
      const count = () => {
        again.textContent = seconds > 0 ? t.retryIn + seconds + t.seconds : t.retry;
        again.ariaDisabled = `${seconds > 0}`;
        if (seconds-- > 0) setTimeout(() => again.isConnected && count(), 1000);
      };
      count();
    }
    if (code === 'temporarily_unavailable') contact();
  }

  function drawTools() {
    const row = append(rest, make('div', 'acts'));
    for (const value of ['up', 'down'] as const) {
      const thumb = createButton(
        `tool ${value}`,
        t[value],
        () => conversation.rate(message, value).catch(() => announce(t.network)),
        createIcon(thumbUpIcon),
      );
      thumb.dataset.value = value;
      if (message.id && !message.smallTalk) append(row, thumb);
    }
    const tool: HTMLElement = createButton('tool', t.copy, () => copy(tool), createIcon(copyIcon));
    append(row, tool);
  }

  async function copy(tool: HTMLElement) {
    let { text } = message;
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
      if (!isCopied) return say(t.uncopied);
    }
    fill(tool, createIcon(checkIcon));
    announce(t.copied);
  }

  update();
  return { element, update };
}
