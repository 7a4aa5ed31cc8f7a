/*
 * Ours for safety: a stranger's SVG stands on strangers' pages, so nothing of it is passed on but what our lists name, as
 * written by us. Libraries take out what they know to be harmful, from a document that a browser reads differently (ADR 19,
 * ADR 34).
 */
import { limits } from '@parlance/contract/limits';
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { ImageError } from './error.ts';
import { cleanJpeg, cleanPng, isJpeg, isPng } from './raster.ts';
import {
  type Declarations,
  declarationsOf,
  drawingProperties,
  referencesOf,
  StyleSheet,
} from './svg-styles.ts';

/** Bounds of security S3.4; what is drawn counts each use of an element. */
const bounds = { depth: 256, attributes: 256, drawn: 200_000, chain: 512 };

const svgName = 'http://www.w3.org/2000/svg';
const xlinkName = 'http://www.w3.org/1999/xlink';

/**
 * What draws, and what is drawn with. No script, foreign content, animation, metadata; no filters and no markers at each
 * point of a line, which can keep a browser busy for minutes.
 */
const elements = new Set([
  'svg',
  'g',
  'defs',
  'symbol',
  'use',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'text',
  'tspan',
  'textPath',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
  'mask',
  'pattern',
  'image',
]);
/** Elements whose content is kept, but not what they do with it. */
const groups = new Set(['a', 'switch']);
const texts = new Set(['text', 'tspan', 'textPath']);
/** Elements that name another one of the picture. */
const naming = new Set(['use', 'linearGradient', 'radialGradient', 'pattern', 'textPath']);
const geometry = new Set([
  'clipPathUnits',
  'cx',
  'cy',
  'd',
  'dx',
  'dy',
  'fr',
  'fx',
  'fy',
  'gradientTransform',
  'gradientUnits',
  'height',
  'id',
  'lengthAdjust',
  'maskContentUnits',
  'maskUnits',
  'method',
  'offset',
  'pathLength',
  'patternContentUnits',
  'patternTransform',
  'patternUnits',
  'points',
  'preserveAspectRatio',
  'r',
  'rotate',
  'rx',
  'ry',
  'spacing',
  'spreadMethod',
  'startOffset',
  'textLength',
  'viewBox',
  'width',
  'x',
  'x1',
  'x2',
  'y',
  'y1',
  'y2',
]);

const unreadableSvg = (detail: string) => new ImageError('image_unreadable', detail);

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] as string);

/** The number of elements that one with an id draws: itself, what is in it, and what it names. */
interface Weight {
  own: number;
  names: string[];
}

/** The picture with what is allowed alone. Throws `ImageError` for what is no SVG, or too much of one. */
export function cleanSvg(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ImageError('image_unsupported', 'not UTF-8');
  }
  // Whatever else is XML, or no text for people, is none of the kinds that we take.
  if (!/<(?:[\w-]+:)?svg[\s/>]/.test(text)) throw new ImageError('image_unsupported', 'not an SVG');
  const writer = new Writer();
  const parser = new SaxesParser({ xmlns: true });
  parser.on('doctype', () => {
    throw unreadableSvg('a DOCTYPE');
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => writer.open(tag));
  parser.on('closetag', () => writer.close());
  parser.on('text', (part) => writer.text(part));
  parser.on('cdata', (part) => writer.text(part));
  try {
    parser.write(text).close();
  } catch (error) {
    throw error instanceof ImageError ? error : unreadableSvg('not well-formed');
  }
  return writer.finished();
}

class Writer {
  readonly #out: string[] = [];
  #size = 0;
  /** Of each open element: how it is written (undefined: it is left out), and whose weight it adds to. */
  readonly #open: { written: string | undefined; weight: Weight }[] = [];
  #leftOut = 0;
  /** Whether the last thing written is a start without its `>`: an element that stays empty ends in `/>`. */
  #isStarting = false;
  #css: string | undefined;
  readonly #styles = new StyleSheet();
  readonly #all: Weight = { own: 0, names: [] };
  readonly #weights = new Map<string, Weight>();

  open(tag: SaxesTagNS) {
    const attributes = Object.values(tag.attributes);
    if (this.#open.length >= bounds.depth) throw unreadableSvg('too deep');
    if (attributes.length > bounds.attributes) throw unreadableSvg('too many attributes');
    const outer = this.#open.at(-1)?.weight ?? this.#all;
    const isSvg = tag.uri === svgName || tag.uri === '';
    if (this.#open.length === 0 && !(isSvg && tag.local === 'svg')) throw unreadableSvg('not an SVG');
    if (isSvg && tag.local === 'style' && this.#leftOut === 0) this.#css = '';
    const kind = !isSvg ? undefined : groups.has(tag.local) ? 'g' : tag.local;
    if (kind === undefined || this.#leftOut > 0 || !elements.has(kind)) return this.#leaveOut(outer);
    const kept = this.#attributesOf(kind, attributes);
    if (!kept) return this.#leaveOut(outer);
    const weight = this.#weigh(kept, outer);
    if (this.#open.length === 0) frameRoot(kept.values);
    const written = [...kept.values].map(([name, value]) => ` ${name}="${escapeXml(value)}"`).join('');
    this.#write(
      this.#open.length === 0
        ? `<svg xmlns="${svgName}" xmlns:xlink="${xlinkName}"${written}`
        : `<${kind}${written}`,
    );
    this.#isStarting = true;
    this.#open.push({ written: kind, weight });
  }

  close() {
    const element = this.#open.pop();
    if (element?.written !== undefined) {
      if (!this.#isStarting) return this.#write(`</${element.written}>`);
      this.#isStarting = false;
      return this.#write('/>');
    }
    this.#leftOut -= 1;
    if (this.#css === undefined || this.#leftOut > 0) return;
    this.#styles.add(this.#css);
    this.#css = undefined;
  }

  text(part: string) {
    if (this.#css !== undefined) this.#css += part;
    else if (texts.has(this.#open.at(-1)?.written ?? '')) this.#write(escapeXml(part));
  }

  finished(): string {
    if (countDrawn(this.#all, this.#weights) > bounds.drawn) throw unreadableSvg('too much to draw');
    return this.#out.join('');
  }

  #leaveOut(weight: Weight) {
    this.#leftOut += 1;
    this.#open.push({ written: undefined, weight });
  }

  #write(content: string) {
    const part = this.#isStarting ? `>${content}` : content;
    this.#isStarting = false;
    this.#size += part.length;
    // A rule of a style sheet is written out for each element that it is for.
    if (this.#size > limits.imageBytes) throw unreadableSvg('too much to write');
    this.#out.push(part);
  }

  #weigh({ values, names }: KeptAttributes, outer: Weight): Weight {
    const id = values.get('id');
    const isNew = id !== undefined && !this.#weights.has(id);
    const weight = isNew ? { own: 0, names: [] } : outer;
    if (isNew) {
      this.#weights.set(id, weight);
      outer.names.push(id);
    }
    weight.own += 1;
    weight.names.push(...names);
    return weight;
  }

  /** The attributes that are kept; undefined where the element says nothing without what was taken from it. */
  #attributesOf(kind: string, attributes: SaxesAttributeNS[]): KeptAttributes | undefined {
    const plain = new Map(
      attributes.filter(({ uri }) => uri === '').map(({ local, value }) => [local, value]),
    );
    const values = new Map<string, string>();
    const names: string[] = [];
    const put = (name: string, value: string) => {
      const found = referencesOf(value);
      if (found) values.set(name, value);
    };
    for (const [name, value] of plain)
      if (geometry.has(name) || drawingProperties.has(name)) put(name, value);
    const about = { kind, id: plain.get('id'), classes: plain.get('class') ?? '' };
    const styles: Declarations[] = [...this.#styles.of(about), declarationsOf(plain.get('style') ?? '')];
    for (const declarations of styles) for (const [name, value] of declarations) put(name, value);
    for (const value of values.values()) names.push(...(referencesOf(value) ?? []));

    const link =
      plain.get('href') ?? attributes.find(({ uri, local }) => uri === xlinkName && local === 'href')?.value;
    const address = link?.trim() ?? '';
    if (naming.has(kind) && /^#[\w.:-]{1,200}$/.test(address)) {
      values.set('xlink:href', address);
      names.push(address.slice(1));
    } else if (kind === 'image') {
      const picture = embeddedImageOf(address);
      if (picture === undefined) return undefined;
      values.set('xlink:href', picture);
    } else if (kind === 'use') return undefined;
    return { values, names };
  }
}

interface KeptAttributes {
  values: Map<string, string>;
  names: string[];
}

/** A picture within the picture, cleaned as if it came alone. */
function embeddedImageOf(address: string): string | undefined {
  const [, data] = /^data:image\/(?:png|jpe?g);base64,([A-Za-z0-9+/=\s]+)$/.exec(address) ?? [];
  if (data === undefined) return undefined;
  const bytes = Buffer.from(data, 'base64');
  if (isPng(bytes)) return `data:image/png;base64,${cleanPng(bytes).toString('base64')}`;
  return isJpeg(bytes) ? `data:image/jpeg;base64,${cleanJpeg(bytes).toString('base64')}` : undefined;
}

/** A size of its own as pixels, if it is one; then whatever shows it decides. */
function frameRoot(values: Map<string, string>) {
  const side = (name: string) =>
    Number(/^\s*(\d{1,7}(?:\.\d{1,6})?)(px)?\s*$/.exec(values.get(name) ?? '')?.[1]);
  const [width, height] = [side('width'), side('height')];
  if (width > 0 && height > 0 && !values.has('viewBox')) values.set('viewBox', `0 0 ${width} ${height}`);
  const isSized = width > 0 && height > 0 && width <= limits.imageSide && height <= limits.imageSide;
  if (isSized) return;
  values.delete('width');
  values.delete('height');
}

/** Elements drawn in all, each use of one counted anew; infinite for what uses itself. */
function countDrawn(all: Weight, weights: ReadonlyMap<string, Weight>): number {
  const known = new Map<Weight, number>();
  const under = new Set<Weight>();
  const count = (weight: Weight): number => {
    const counted = known.get(weight);
    if (counted !== undefined) return counted;
    if (under.has(weight) || under.size > bounds.chain) return Number.POSITIVE_INFINITY;
    under.add(weight);
    let sum = weight.own;
    for (const name of weight.names) {
      const named = weights.get(name);
      if (named) sum += count(named);
      if (sum > bounds.drawn) break;
    }
    under.delete(weight);
    known.set(weight, sum);
    return sum;
  };
  return count(all);
}
