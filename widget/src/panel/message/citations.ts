import type { Citation } from '@parlance/contract/endpoints/embed';
import type { Message } from '../../conversation/message.ts';
import { append, type Child, createExternalLink, fill, make } from '../../dom.ts';
import type { PanelTexts } from '../../messages.ts';
import { createButton } from '../button.ts';
import { webAddress } from './addresses.ts';

const rangeLabel = (first: number, last?: number) => (last ? `s ${first}–${last}` : ` ${first}`);

/** The place in its source where a quote stands. */
export function whereOf({ position }: Citation, t: PanelTexts): string {
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

/** The chips in an answer's text, the cards below it, and the one quote that they open. */
export function createCitations(message: Message, t: PanelTexts, answer: Element) {
  const quotePlace = make('div', 'message');
  let opened = 0;

  const citationOf = (number: number) => {
    for (const citation of message.citations ?? []) if (citation.number === number) return citation;
  };

  const toggle = (number: number) => {
    opened = opened === number ? 0 : number;
    markOpened();
    if (opened) quotePlace.scrollIntoView({ block: 'nearest' });
  };

  /** Shows the opened quote, and marks the chips and cards of its number. */
  const markOpened = () => {
    for (const control of answer.querySelectorAll<HTMLElement>('[data-number]'))
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
        url && make('p', '', createExternalLink('', url.href, t.openSource + url.host)),
      ),
    );
  };

  const control = (className: string, number: number, ...content: Child[]) => {
    const element = createButton(className, '', () => toggle(number), ...content);
    element.dataset.number = `${number}`;
    element.ariaExpanded = 'false';
    return element;
  };

  return {
    chip(number: number) {
      const citation = citationOf(number);
      const chip = control('chip', number, `${number}`);
      if (citation) chip.ariaLabel = t.source + number + t.colon + citation.sourceName;
      // The citations come last: until then each number may have one.
      return citation || message.state === 'streaming' ? chip : undefined;
    },
    drawCards(place: Element, citations: Citation[]) {
      const list = append(place, make('div', 'cards'));
      for (const citation of citations) {
        const where = whereOf(citation, t);
        const words = make('span', '', make('b', '', citation.sourceName), where && make('small', '', where));
        const card = control('card', citation.number, make('span', 'number', `${citation.number}`), words);
        card.title = citation.sourceName;
        append(list, card);
      }
      append(place, quotePlace);
    },
  };
}
