import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';

/** Where a catalogue is spoken (`speak` of `contract/src/i18n.ts`), as the build writes it. */
const speaking =
  /(?<head>for\(let\[(?<key>\w+),(?<value>\w+)\]of Object\.entries\(\w+\)\)\w+\[\k<key>\]=)(?<text>\k<value>\[\w+\])/;
const assets = join(import.meta.dirname, '../dist/web/assets');

/**
 * Lets everybody in a context read a language that nobody speaks: each text of the catalogues is accented, a third
 * longer and stands in brackets. What has none was not in a catalogue. The built program itself is not changed.
 */
export async function speakPseudo(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const accents: Record<string, string> = {
      a: 'á',
      e: 'é',
      i: 'î',
      o: 'ö',
      u: 'ù',
      c: 'ç',
      n: 'ñ',
      A: 'Á',
      E: 'É',
    };
    const pseudo = (text: unknown): unknown => {
      if (typeof text === 'function') return (...figures: unknown[]) => pseudo(text(...figures));
      if (typeof text !== 'string' || text.trim() === '') return text;
      const lines = text.split('\n').map((line) => {
        const more = Math.ceil(line.length * 0.35);
        const accented = line.replace(/[aeioucnAE]/g, (letter) => accents[letter] ?? letter);
        return line.trim() === '' ? line : `⟦${accented}${' ~~~~'.repeat(more).slice(0, more)}⟧`;
      });
      return lines.join('\n');
    };
    Object.assign(globalThis, { pseudo });
  });
  const files = readdirSync(assets)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, code: readFileSync(join(assets, name), 'utf8') }))
    .filter(({ code }) => speaking.test(code));
  if (files.length === 0) throw new Error('the build writes `speak` in another way');
  for (const { name, code } of files) {
    const body = code.replace(speaking, '$<head>globalThis.pseudo($<text>)');
    await context.route(`**/assets/${name}`, (route) =>
      route.fulfill({ body, contentType: 'text/javascript; charset=utf-8' }),
    );
  }
}

export interface Look {
  /** Words that are in no catalogue. */
  untranslated: string[];
  /** Words that do not stand whole in their place. */
  cut: string[];
}

/** What of the page as it stands is in no catalogue, and what is cut; `data` matches what people and Intl wrote. */
export const lookAt = (page: Page, data: RegExp): Promise<Look> =>
  page.evaluate(
    ({ source, flags }) => {
      const known = new RegExp(source, flags);
      const leftOf = (text: string) => {
        // Brackets stand in brackets where a sentence takes another in.
        let rest = text;
        for (let before = ''; before !== rest; ) {
          before = rest;
          rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
        }
        rest = rest.replace(known, ' ');
        return /\p{L}{2,}/u.test(rest) ? rest.trim() : '';
      };
      const untranslated = new Set<string>();
      const cut = new Set<string>();
      const isShown = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      const isOurs = (element: Element) =>
        !element.closest('[translate=no], pre, code, script, style, noscript, #splash');
      /** The sentence that a text is of: code that is typed as it stands cuts one into pieces. */
      const sentenceOf = (parent: Element, text: string) =>
        parent.querySelector(':scope > code')
          ? [...parent.childNodes]
              .map((child) => (child.nodeName === 'CODE' ? ' ' : child.textContent))
              .join('')
          : text;
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode;
        const element = node.parentElement;
        const text = node.textContent?.trim();
        if (!element || !text || !isOurs(element)) continue;
        const left = leftOf(sentenceOf(element, text));
        if (left) untranslated.add(`${left} (<${element.localName}> ${text.slice(0, 60)})`);
        if (!isShown(element)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const rect of range.getClientRects()) {
          if (rect.width < 2) continue;
          for (let box: Element | null = element; box; box = box.parentElement) {
            const style = getComputedStyle(box);
            if (style.display === 'inline' || style.display === 'contents') continue;
            const around = box.getBoundingClientRect();
            const clips = /hidden|clip/.test(style.overflowX);
            // Who scrolls shows it; an ellipsis, or a number of lines, is meant.
            if (/auto|scroll/.test(style.overflowX)) break;
            // What only readers of the page's words are told is a pixel wide.
            if (around.width < 2) break;
            if (clips && (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none')) break;
            const out = Math.max(rect.right - around.right, around.left - rect.left);
            const isOut =
              out > 1.5 && (clips || box === element || /^(button|a|td|th|li|label)$/.test(box.localName));
            const isLow = /hidden|clip/.test(style.overflowY) && rect.bottom - around.bottom > 3;
            if (isOut || isLow) {
              cut.add(
                `${text.slice(0, 60)} (<${element.localName} class="${element.className}"> of <${box.localName}>, ${Math.round(out)} px)`,
              );
              break;
            }
            if (style.position === 'fixed') break;
          }
        }
      }
      for (const element of document.body.querySelectorAll(
        '[aria-label],[title],[placeholder],[alt],[aria-valuetext],[aria-description]',
      )) {
        if (!isOurs(element)) continue;
        for (const name of [
          'aria-label',
          'title',
          'placeholder',
          'alt',
          'aria-valuetext',
          'aria-description',
        ]) {
          const left = leftOf(element.getAttribute(name) ?? '');
          if (left) untranslated.add(`${left} (${name} of <${element.localName}>)`);
        }
      }
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth > clientWidth) cut.add(`the page scrolls sideways by ${scrollWidth - clientWidth} px`);
      const title = leftOf(document.title.replace(/ · Parlance$/, ''));
      if (title) untranslated.add(`${title} (title)`);
      return { untranslated: [...untranslated], cut: [...cut] };
    },
    { source: data.source, flags: data.flags },
  );
