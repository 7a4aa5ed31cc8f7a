import type { EmbedConfig } from '@parlance/contract/endpoints/embed';
import type { Language } from '@parlance/contract/i18n';
import { documentProperty, element, styleSheetOf } from '../dom.ts';

/** The closed shadow root of the one element in the page. */
export function createHost(inline: boolean): ShadowRoot {
  const host = element('parlance-widget' as 'div');
  const root = host.attachShadow({ mode: 'closed' });
  const box = inline ? 'block!important;position:relative!important;height:100%' : 'contents';
  // `!important` inside a shadow tree wins over the page's `!important`: no rule of the page reaches the host.
  root.adoptedStyleSheets = [
    styleSheetOf(
      `:host{all:initial!important;direction:inherit!important;display:${box}!important}@media print{:host{display:none!important}}`,
    ),
  ];
  return root;
}

/** The beginning of the names of the widget's parts; the build sets it. */
declare const PANEL: string;

/** Loads a part of the widget: the panel of a language, or `picture`. */
export const load = (name: string, address: string) =>
  import(new URL(`../assets/${PANEL}${name}`, address).href);

/** Shows a picture of the professional's, by its path, in the place of what stands there. */
export function showImage(place: HTMLElement, url: string | null, address: string): void {
  if (url)
    load('picture.js', address).then(
      ({ show }) => show(place, new URL(url, address).href, element),
      () => {},
    );
}

/** The page's language, else the browser's, where it is one of ours. */
export function visitorLanguage(wanted?: string | null): Language | undefined {
  for (const tag of [wanted, documentProperty('documentElement').lang, ...navigator.languages]) {
    const known = /^(fr|en)\b/.exec(`${tag}`.toLowerCase())?.[0];
    if (known) return known as Language;
  }
}

/** What the chatbot shows before the first question; a refusal throws its status. */
export async function fetchConfig(address: string): Promise<EmbedConfig> {
  const answer = await fetch(address);
  if (!answer.ok) throw answer.status;
  return answer.json();
}
