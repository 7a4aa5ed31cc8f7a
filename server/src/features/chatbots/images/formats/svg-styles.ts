/** Attributes of how a shape is drawn: each may stand as such, in a `style` or in a style sheet. */
export const drawingProperties = new Set([
  'clip-path',
  'clip-rule',
  'color',
  'display',
  'dominant-baseline',
  'fill',
  'fill-opacity',
  'fill-rule',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'letter-spacing',
  'mask',
  'mask-type',
  'opacity',
  'overflow',
  'paint-order',
  'shape-rendering',
  'stop-color',
  'stop-opacity',
  'stroke',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-opacity',
  'stroke-width',
  'text-anchor',
  'transform',
  'transform-origin',
  'vector-effect',
  'visibility',
  'word-spacing',
  'writing-mode',
]);

const functions = new Set([
  'rgb',
  'rgba',
  'hsl',
  'hsla',
  'matrix',
  'translate',
  'scale',
  'rotate',
  'skewx',
  'skewy',
]);
/** Letters of a function's name, with a margin: one that ends like a known name is none. */
const maxNameLength = 24;
const ownReference = /url\(\s*(["']?)#([\w.:-]{1,200})\1\s*\)/g;

/** The ids that a value names, or undefined when it holds what may lead outside. */
export function referencesOf(value: string): string[] | undefined {
  if (/[\\<>{}@;]|\/\*/.test(value)) return undefined;
  const ids: string[] = [];
  const rest = value.replace(ownReference, (_, _quote, id: string) => {
    ids.push(id);
    return '';
  });
  for (let at = rest.indexOf('('); at >= 0; at = rest.indexOf('(', at + 1)) {
    const name = /(?<![\w-])[\w-]*\s?$/.exec(rest.slice(Math.max(0, at - maxNameLength), at))?.[0] ?? '';
    if (!functions.has(name.trim().toLowerCase())) return undefined;
  }
  return ids;
}

export type Declarations = Map<string, string>;

/** What a `style` says of how a shape is drawn; the rest is left out. */
export function declarationsOf(style: string): Declarations {
  const found: Declarations = new Map();
  for (const part of style.split(';')) {
    const colon = part.indexOf(':');
    if (colon < 0) continue;
    const name = part.slice(0, colon).trim().toLowerCase();
    const value = part
      .slice(colon + 1)
      .replace(/!\s*important\s*$/i, '')
      .trim();
    if (drawingProperties.has(name) && value !== '' && referencesOf(value)) found.set(name, value);
  }
  return found;
}

/** Rules of a style sheet: more than any drawing program writes for a picture of this size. */
const maxRules = 2_000;

/**
 * A style sheet as far as drawing programs write them: rules for a class, an id or a kind of element. They are applied
 * to the elements themselves, so that no style sheet is left.
 */
export class StyleSheet {
  readonly #rules = new Map<string, Declarations>();

  add(css: string) {
    const plain = css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
    for (const rule of plain.split('}')) {
      const brace = rule.indexOf('{');
      // Whatever begins with @ is about times, screens and other addresses.
      if (brace < 0 || rule.includes('@')) continue;
      const declarations = declarationsOf(rule.slice(brace + 1));
      for (const selector of rule.slice(0, brace).split(',')) {
        const name = selector.trim();
        if (!/^[.#]?[\w-]{1,200}$/.test(name) || this.#rules.size >= maxRules) continue;
        this.#rules.set(name, new Map([...(this.#rules.get(name) ?? []), ...declarations]));
      }
    }
  }

  /** The declarations for an element, from the weakest to the strongest. */
  *of(element: { kind: string; id: string | undefined; classes: string }): Generator<Declarations> {
    if (this.#rules.size === 0) return;
    const selectors = [
      element.kind,
      ...element.classes.split(/\s+/, 50).map((name) => `.${name}`),
      `#${element.id ?? ''}`,
    ];
    for (const selector of selectors) {
      const declarations = this.#rules.get(selector);
      if (declarations) yield declarations;
    }
  }
}
