const gap = 14;
const edge = 12;
/** Below this width a step is a sheet at an edge of the window. */
const sheetPx = 640;

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What is marked: everything of the first name that is on the screen, as one box. */
export function findTargets(names: readonly string[]): HTMLElement[] {
  for (const name of names) {
    const found = [
      ...document.querySelectorAll<HTMLElement>(/^\w+$/.test(name) ? `[data-tour="${name}"]` : name),
    ].filter((element) => element.getClientRects().length > 0);
    if (found.length > 0) return found;
  }
  return [];
}

export function boxAround(targets: readonly HTMLElement[]): Box {
  const boxes = targets.map((target) => target.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return { left, top, width: right - left, height: bottom - top };
}

/** Brings targets to where they are seen beside the step and clear of the bar above. */
export function bringIntoView(targets: readonly HTMLElement[], step: HTMLElement) {
  const [first] = targets;
  if (!first) return;
  // The rail stands still while the page moves.
  if (
    first.closest('header')?.parentElement?.contains(document.getElementById('main')) &&
    !first.closest('main')
  ) {
    first.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    return;
  }
  const box = boxAround(targets);
  const bar = document.querySelector('header')?.getBoundingClientRect();
  const top = (bar && bar.width > bar.height ? bar.bottom : 0) + edge;
  const room = innerHeight - top - step.offsetHeight - gap - edge;
  const offset = box.height < room ? (room - box.height) / 2 : 0;
  scrollBy({ top: box.top - top - offset, behavior: 'instant' });
}

/** Where a step of that size stands: beside its target, on phones at the free edge, without one in the middle. */
export function placeOf(
  step: { width: number; height: number },
  target: Box | undefined,
): { left: number; top: number } {
  const centre = { left: (innerWidth - step.width) / 2, top: (innerHeight - step.height) / 2 };
  if (!target) return centre;
  const bottom = innerHeight - step.height - edge;
  if (innerWidth < sheetPx) {
    // Over what stands low; but what fills the window has its beginning seen.
    const isLow = target.top + target.height > bottom && target.top > step.height + 2 * edge;
    return { left: centre.left, top: isLow ? edge : bottom };
  }
  const within = (at: number, size: number, whole: number) =>
    Math.max(edge, Math.min(at, whole - size - edge));
  const left = within(target.left + target.width / 2 - step.width / 2, step.width, innerWidth);
  const top = within(target.top, step.height, innerHeight);
  const below = target.top + target.height + gap;
  if (below + step.height + edge <= innerHeight) return { left, top: below };
  const above = target.top - gap - step.height;
  if (above >= edge) return { left, top: above };
  const right = target.left + target.width + gap;
  if (right + step.width + edge <= innerWidth) return { left: right, top };
  const before = target.left - gap - step.width;
  if (before >= edge) return { left: before, top };
  // What fills the window has the step over its lower edge.
  return { left, top: bottom };
}
