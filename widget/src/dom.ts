// A page can hide `document`'s own members behind elements (<form name="createElement">), and older
// libraries rewrite the methods of arrays. So document is asked through its prototype, and the widget
// walks arrays with loops.

/** A member of `document` that no element of the page can stand in for. */
export function ofDocument<K extends keyof Document>(name: K): Document[K] {
  return Reflect.get(Document.prototype, name, document) as Document[K];
}

type Child = Node | string | undefined | false;

/** An element with its class and children; strings become text. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const create = ofDocument('createElement') as typeof document.createElement;
  const element = create.call(document, tag) as HTMLElementTagNameMap[K];
  if (className) element.className = className;
  for (const child of children) if (child) put(element, child);
  return element;
}

/** Appends, and hands back what it appended. */
export function put<T extends Node | string>(parent: Node, child: T): T {
  parent.appendChild(typeof child === 'string' ? ofDocument('createTextNode').call(document, child) : child);
  return child;
}

/** Removes every child. */
export function empty(node: Node): void {
  node.textContent = '';
}

export function setAttributes(element: Element, attributes: readonly (readonly [string, string])[]): void {
  for (const [name, value] of attributes) element.setAttribute(name, value);
}

const svg = 'http://www.w3.org/2000/svg';

/** A line icon of 24 units from the `d` of its path. */
export function icon(d: string, size = 20): SVGSVGElement {
  const create = ofDocument('createElementNS');
  const drawing = create.call(document, svg, 'svg') as SVGSVGElement;
  const path = create.call(document, svg, 'path');
  setAttributes(drawing, [
    ['viewBox', '0 0 24 24'],
    ['width', `${size}`],
    ['height', `${size}`],
    ['fill', 'none'],
    ['stroke', 'currentColor'],
    ['stroke-width', '1.75'],
    ['stroke-linecap', 'round'],
    ['stroke-linejoin', 'round'],
    ['aria-hidden', 'true'],
  ]);
  path.setAttribute('d', d);
  drawing.appendChild(path);
  return drawing;
}

/** A style sheet that needs no leave from the page's `style-src`. */
export function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
