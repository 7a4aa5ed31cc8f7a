import { paletteOf, type Theme } from '@parlance/contract/display/colours';
import { documentProperty, listen, styleSheetOf } from '../dom.ts';
import type { PanelOptions } from '../frame.ts';

const sizes = { small: [360, 560], medium: [400, 640], large: [440, 720] };
/** The corners of the panel, bubbles, cards and the field: `--r0` to `--r3`. */
const corners = { round: [28, 18, 12, 16], soft: [16, 12, 8, 12], square: [4, 4, 4, 4] };

/** The theme of the page's own look: how dark its ground is; where it has none, how light the browser writes on it. */
function pageTheme(host: Element): Theme {
  for (const element of [documentProperty('body'), documentProperty('documentElement')]) {
    const ground = getComputedStyle(element).backgroundColor.match(/[\d.]+/g) as string[];
    const [red, green, blue, alpha = 1] = ground;
    if (Number(alpha) > 0.5) return Number(red) + Number(green) + Number(blue) < 330 ? 'dark' : 'light';
  }
  return /\d{3}/.test(getComputedStyle(host).color) ? 'dark' : 'light';
}

/** The colours and measures of the appearance, painted anew when the page changes its own look. */
export function createLook(frame: PanelOptions, signal: AbortSignal) {
  const sheet = styleSheetOf('');
  const watcher = new MutationObserver(repaint);

  // A page may write to its root with every scroll, and fades from one look to the other.
  let repainting = false;
  function repaint() {
    if (!repainting) setTimeout(paint, 300);
    repainting = true;
  }

  function paint() {
    repainting = false;
    const { appearance } = frame.config;
    const wanted = frame.theme || appearance.theme;
    const look = /^(light|dark)$/.test(wanted) ? (wanted as Theme) : pageTheme(frame.root.host);
    const [width, height] = sizes[appearance.size];
    let rule = `color-scheme:${look};--z:${appearance.zIndex};--width:${width}px;--height:${height}px;`;
    for (const [at, radius] of Object.entries(corners[appearance.corners])) rule += `--r${at}:${radius}px;`;
    for (const [name, colour] of Object.entries(paletteOf(appearance, look))) rule += `--${name}:${colour};`;
    sheet.replaceSync(`.widget{${rule}}`);
  }

  listen(matchMedia('(prefers-color-scheme:dark)'), 'change', paint, signal);
  listen(signal, 'abort', () => watcher.disconnect());
  for (const element of [documentProperty('documentElement'), documentProperty('body')])
    watcher.observe(element, { attributes: true });

  return { sheet, paint };
}
