import type { EmbedConfig } from '@parlance/contract/embed';
import type { Language } from '@parlance/contract/i18n';
import { make, ofDocument, sheetOf } from './dom.ts';
import type { Mode } from './frame.ts';

// `!important` inside a shadow tree wins over the page's `!important`: no rule of the page reaches the host.
const hostCss = (mode: Mode, direction: string) =>
  `:host{all:initial!important;direction:${direction}!important;${
    mode === 'inline'
      ? 'display:block!important;position:relative!important;inline-size:100%!important;block-size:100%!important'
      : 'display:contents!important'
  }}@media print{:host{display:none!important}}`;

/** The one element in the page, with a closed shadow root. */
export function createHost(mode: Mode): { host: HTMLElement; root: ShadowRoot } {
  const host = make('parlance-widget' as 'div');
  const root = host.attachShadow({ mode: 'closed' });
  const { direction } = getComputedStyle(ofDocument('documentElement'));
  root.adoptedStyleSheets = [sheetOf(hostCss(mode, direction || 'ltr'))];
  return { host, root };
}

const languageOf = (tag: string | null | undefined): Language | undefined =>
  /^fr\b/i.test(tag ?? '') ? 'fr' : /^en\b/i.test(tag ?? '') ? 'en' : undefined;

/** The page's language, else the browser's. */
export function visitorLanguage(wanted?: string | null): Language | undefined {
  return (
    languageOf(wanted) ??
    languageOf(ofDocument('documentElement').getAttribute('lang')) ??
    languageOf(navigator.language)
  );
}

/** What the chatbot shows before the first question; a refusal throws its status. */
export async function fetchConfig(address: string, language = 'fr'): Promise<EmbedConfig> {
  const answer = await fetch(address, { credentials: 'omit', headers: { 'Accept-Language': language } });
  if (!answer.ok) throw answer.status;
  return answer.json();
}

/** An image of ours in a box of its own; its absence (a page may forbid all images) leaves what stood there. */
export function showImage(place: HTMLElement, url: string | null | undefined, address: string): void {
  if (!url || new URL(url, address).origin !== new URL(address).origin) return;
  const image = make('img');
  image.alt = '';
  image.addEventListener('load', () => {
    place.textContent = '';
    place.appendChild(image);
  });
  image.src = new URL(url, address).href;
}
