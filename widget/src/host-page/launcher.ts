import type { EmbedConfig } from '@parlance/contract/endpoints/embed';
import type { Language } from '@parlance/contract/i18n';
import { styleSheetOf } from '../dom.ts';
import { showImage } from './host.ts';

/** Gives the button that opens the panel its name and its picture; returns the rules of its look. */
export function decorateLauncher(
  launcher: HTMLButtonElement,
  { name, appearance: { size, position, title, zIndex, launcherIconUrl, launcherColor } }: EmbedConfig,
  language: Language,
  address: string,
): CSSStyleSheet {
  launcher.className = 'launcher';
  launcher.ariaLabel = (language === 'fr' ? 'Discuter avec ' : 'Chat with ') + (title || name);
  showImage(launcher, launcherIconUrl, address);
  const box = { small: 48, medium: 56, large: 64 }[size];
  // White up to the luminance where it has 4.5:1, else black: CSS counts it.
  const ink = `color(from ${launcherColor} xyz calc((.18 - y)*999) calc((.18 - y)*999) calc((.18 - y)*999))`;
  return styleSheetOf(
    `.launcher{all:unset;position:fixed;margin:20px;bottom:env(safe-area-inset-bottom);inset-inline-${position}:env(safe-area-inset-right);z-index:${zIndex};display:grid;place-items:center;width:${box}px;height:${box}px;border-radius:18px;border-end-${position}-radius:3px;background:${launcherColor};color:${ink};cursor:pointer;box-shadow:0 6px 20px #0005;outline:1px solid #0000;&:focus-visible{outline:2px solid;outline-offset:-5px}&:before{content:"";border:13px solid;clip-path:path("M9 3h8a9 9 0 0 1 0 18H2a2 2 0 0 1-2-2v-7a9 9 0 0 1 9-9zm-1 7.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3m5 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3m5 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3")}img,canvas{width:60%}&:has(img,canvas):before{display:none}}`,
  );
}
