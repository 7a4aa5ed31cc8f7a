/** Specification §9: the first waits, the next ones follow at once while one was just open. */
const delayMs = 700;
const skipMs = 300;
let closedAt = Number.NEGATIVE_INFINITY;

/** Milliseconds that a pointer has to rest on something before its tooltip opens. */
export const tipDelay = () => (performance.now() - closedAt > skipMs ? delayMs : 0);

/** Told when one closes, not when that is drawn: the pointer may stand on the next one already. */
export const noteTipClosed = () => {
  closedAt = performance.now();
};

export type TipSide = 'top' | 'right' | 'bottom';

/** Puts a tooltip beside what it is about, within the window, and shows it. */
export function placeTip(tip: HTMLElement, anchor: Element, side: TipSide) {
  const at = anchor.getBoundingClientRect();
  const gap = 8;
  const { offsetWidth: width, offsetHeight: height } = tip;
  const below = side === 'bottom' || at.top < height + gap * 2;
  const right = side === 'right' && at.right + width + gap * 2 < innerWidth;
  const left = right ? at.right + gap : at.left + at.width / 2 - width / 2;
  const top = right ? at.top + at.height / 2 - height / 2 : below ? at.bottom + gap : at.top - height - gap;
  tip.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`;
  tip.style.top = `${Math.max(gap, Math.min(top, innerHeight - height - gap))}px`;
  tip.style.visibility = 'visible';
}
