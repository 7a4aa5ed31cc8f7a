const gap = 6;
const edge = 8;
/** Pixels of room beside its anchor below which a long box covers it. */
const minHeightPx = 256;

/**
 * Puts a fixed box above or below its anchor, on the other side where there is no room, inside the window; what is
 * longer than the room scrolls.
 */
export function placeBeside(
  box: HTMLElement,
  anchor: HTMLElement,
  side: 'top' | 'bottom',
  align: 'start' | 'end',
) {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width } = box;
  const whole = box.scrollHeight + box.offsetHeight - box.clientHeight;
  const roomAbove = at.top - gap - edge;
  const roomBelow = innerHeight - at.bottom - gap - edge;
  const above =
    side === 'top' ? roomAbove >= whole || roomAbove > roomBelow : roomBelow < whole && roomAbove > roomBelow;
  const most = Math.max(minHeightPx, above ? roomAbove : roomBelow);
  const height = Math.min(whole, most);
  box.style.maxHeight = `${most}px`;
  const isRtl = getComputedStyle(anchor).direction === 'rtl';
  const left = (align === 'start') !== isRtl ? at.left : at.right - width;
  const top = above ? at.top - gap - height : at.bottom + gap;
  box.style.left = `${Math.max(edge, Math.min(left, innerWidth - width - edge))}px`;
  box.style.top = `${Math.max(edge, Math.min(top, innerHeight - height - edge))}px`;
  box.style.transformOrigin = above ? 'bottom' : 'top';
}
