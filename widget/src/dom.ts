// A page can hide `document`'s own members behind elements (<form name="createElement">), and older
// libraries rewrite the methods of arrays. So document is asked through its prototype, and the widget
// walks arrays with loops.

/** A member of `document` that no element of the page can stand in for. */
export function documentProperty<K extends keyof Document>(name: K): Document[K] {
  return Reflect.get(Document.prototype, name, document) as Document[K];
}

export type Child = Node | string | undefined | false;

/** An element, whatever the page calls `createElement`. */
export const element = <K extends keyof HTMLElementTagNameMap>(tag: K): HTMLElementTagNameMap[K] =>
  (documentProperty('createElement') as typeof document.createElement).call(
    document,
    tag,
  ) as HTMLElementTagNameMap[K];

/** An element with its class and children; strings become text. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = element(tag);
  if (className) made.className = className;
  return fill(made, ...children);
}

/** Leaves these children alone in an element. */
export function fill<T extends Element>(parent: T, ...children: Child[]): T {
  parent.textContent = '';
  for (const child of children) if (child) append(parent, child);
  return parent;
}

/** Appends, and hands back what it appended. */
export function append<T extends Node | string>(parent: Node, child: T): T {
  parent.appendChild(typeof child === 'string' ? new Text(child) : child);
  return child;
}

/** A line icon of 24 units from the `d` of its path; the style sheet draws it. */
export function createIcon(d: string): SVGSVGElement {
  const create = (tag: string) =>
    documentProperty('createElementNS').call(document, 'http://www.w3.org/2000/svg', tag) as SVGSVGElement;
  const drawing = create('svg');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.ariaHidden = 'true';
  append(drawing, create('path')).setAttribute('d', d);
  return drawing;
}

/** A link that opens beside the page and tells it nothing. */
export function createExternalLink(
  className: string,
  address: string,
  ...content: Child[]
): HTMLAnchorElement {
  const link = make('a', className, ...content);
  link.href = address;
  link.target = '_blank';
  link.rel = 'noopener noreferrer nofollow';
  return link;
}

/** A style sheet that needs no leave from the page's `style-src`. */
export function styleSheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

/** Calls `act` with each event of this name, until the signal is aborted. */
export function listen<E extends Event>(
  target: EventTarget,
  name: string,
  act: (event: E) => void,
  signal?: AbortSignal,
): void {
  target.addEventListener(name, act as (event: Event) => void, { signal });
}
