import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';

/** What a page's markup says, in its order. Names are in small letters. */
export interface HtmlHandler {
  /** Whether the attributes of an element that opens now are of interest; else it opens with none. */
  reads(name: string): boolean;
  open(name: string, attributes: Attributes): void;
  /** Of each element that was opened, also where the page leaves its end out. */
  close(name: string): void;
  text(text: string): void;
}

export type Attributes = Partial<Record<string, string>>;

const none: Attributes = Object.freeze({});

const voids = new Set(
  `area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr`.split(
    ' ',
  ),
);

const paragraph = ['p'];
const fields = ['input', 'option', 'optgroup', 'select', 'button', 'datalist', 'textarea'];
const terms = ['dd', 'dt'];
const ruby = ['rt', 'rp'];
const groups = ['thead', 'tbody'];
/** What the beginning of an element ends, whose own end may be left out. */
const ended = new Map<string, readonly string[]>([
  ['tr', ['tr', 'th', 'td']],
  ['th', ['th']],
  ['td', ['thead', 'th', 'td']],
  ['body', ['head']],
  ['li', ['li']],
  ...`p h1 h2 h3 h4 h5 h6 address article aside blockquote details div dl fieldset figcaption figure footer form header hr
  main nav ol pre section table ul`
    .split(/\s+/)
    .map((name) => [name, paragraph] as const),
  ...['select', 'input', 'output', 'button', 'datalist', 'textarea'].map((name) => [name, fields] as const),
  ['option', ['option']],
  ['optgroup', ['optgroup', 'option']],
  ['dd', terms],
  ['dt', terms],
  ['rt', ruby],
  ['rp', ruby],
  ['tbody', groups],
  ['tfoot', groups],
]);

/** What stands in them is text, whatever it looks like; whether with character references. */
const raw = new Map([
  ['script', false],
  ['style', false],
  ['xmp', false],
  ['title', true],
  ['textarea', true],
]);

/** Where elements are another language's, which may end as they begin (`<path/>`), and where they are HTML's again. */
const foreign = new Set(['svg', 'math']);
const integration = new Set(`mi mo mn ms mtext annotation-xml foreignobject desc title`.split(' '));

const [tab, lineFeed, formFeed, carriageReturn, space] = [9, 10, 12, 13, 32];
const [exclamation, doubleQuote, singleQuote, slash, equals, greater, question] = [
  0x21, 0x22, 0x27, 0x2f, 0x3d, 0x3e, 0x3f,
];

const isSpace = (code: number) =>
  code === space || code === lineFeed || code === tab || code === carriageReturn || code === formFeed;
const isLetter = (code: number) => {
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x7a;
};

/** What is to be known of an element once its name is read. */
interface Element {
  name: string;
  isVoid: boolean;
  ends: readonly string[] | undefined;
  /** See `raw`. */
  raw: boolean | undefined;
  /** True where another language begins, false where HTML is again. */
  isForeign: boolean | undefined;
}

const elementOf = (name: string): Element => ({
  name,
  isVoid: voids.has(name),
  ends: ended.get(name),
  raw: raw.get(name),
  isForeign: foreign.has(name) ? true : integration.has(name) ? false : undefined,
});

/** By first letter and length, which leave one or two: a name is found in the page without being cut out of it. */
const known = new Map<number, Element[]>();
const shapeOf = (letter: number, length: number) => (letter & 31) * 32 + length;
const common = `html head a span b i em strong small code label sup sub noscript iframe object template canvas picture audio
  video abbr cite time caption colgroup dialog menu q s u mark summary`;
for (const name of new Set([
  ...voids,
  ...ended.keys(),
  ...raw.keys(),
  ...foreign,
  ...integration,
  ...groups,
  ...common.split(/\s+/),
])) {
  const shape = shapeOf(name.charCodeAt(0), name.length);
  known.set(shape, [...(known.get(shape) ?? []), elementOf(name)]);
}

/**
 * Reads a page's markup as browsers forgive it, in one pass and in time linear in its length: from mark to mark by the
 * engine's own search, where a machine that looks at each character took half of the time that reading a page takes.
 */
class HtmlParser {
  readonly #html: string;
  readonly #handler: HtmlHandler;
  readonly #open: Element[] = [];
  readonly #foreign: boolean[] = [];
  /** Where the last tag ends: what begins later is broken off. */
  readonly #lastEnd: number;
  #at = 0;

  constructor(html: string, handler: HtmlHandler) {
    this.#html = html;
    this.#handler = handler;
    this.#lastEnd = html.lastIndexOf('>');
  }

  run() {
    const html = this.#html;
    let from = 0;
    for (;;) {
      const mark = html.indexOf('<', this.#at);
      if (mark < 0) break;
      const code = html.charCodeAt(mark + 1);
      this.#at = mark + 1;
      if (!isLetter(code) && code !== slash && code !== exclamation && code !== question) continue;
      this.#say(from, mark);
      if (isLetter(code)) this.#openTag();
      else if (code === slash) this.#closeTag();
      else if (code === exclamation) this.#declaration();
      else this.#passTo('>', mark + 1);
      from = this.#at;
    }
    this.#say(from, html.length);
    for (let last = this.#open.pop(); last; last = this.#open.pop()) this.#handler.close(last.name);
  }

  #say(from: number, to: number) {
    if (to <= from) return;
    const text = this.#html.slice(from, to);
    this.#handler.text(text.includes('&') ? decodeHTML(text) : text);
  }

  /** Beyond the next of these marks; without one, to the end. */
  #passTo(mark: string, from: number) {
    const found = this.#html.indexOf(mark, from);
    this.#at = found < 0 ? this.#html.length : found + mark.length;
  }

  #declaration() {
    const from = this.#at + 1;
    // Its hyphens may be those of its end: `<!-->`.
    if (this.#html.startsWith('--', from)) this.#passTo('-->', from);
    else if (this.#html.startsWith('[CDATA[', from)) this.#passTo(']]>', from);
    else this.#passTo('>', from);
  }

  /** The element whose name goes from here to where we are. */
  #elementFrom(start: number): Element {
    const html = this.#html;
    const length = this.#at - start;
    const alike = length < 32 ? known.get(shapeOf(html.charCodeAt(start), length)) : undefined;
    if (alike) for (const element of alike) if (html.startsWith(element.name, start)) return element;
    const name = html.slice(start, this.#at);
    const small = name.toLowerCase();
    const found = small === name ? undefined : alike?.find((element) => element.name === small);
    return found ?? elementOf(small);
  }

  #closeTag() {
    const html = this.#html;
    let start = this.#at + 1;
    while (isSpace(html.charCodeAt(start))) start++;
    if (!isLetter(html.charCodeAt(start))) return this.#passTo('>', start);
    const last = this.#open.at(-1);
    if (last && html.startsWith(last.name, start)) {
      const end = start + last.name.length;
      if (html.charCodeAt(end) === greater) {
        this.#at = end + 1;
        return this.#close(last);
      }
    }
    let at = start;
    for (let code = html.charCodeAt(at); code !== greater && !isSpace(code); code = html.charCodeAt(++at))
      if (at >= html.length) break;
    this.#at = at;
    const element = this.#elementFrom(start);
    this.#passTo('>', at);
    this.#close(element);
  }

  #close(element: Element) {
    const { name } = element;
    const open = this.#open;
    if (element.isForeign !== undefined) this.#foreign.pop();
    if (element.isVoid) {
      if (name !== 'br') return;
      this.#handler.open(name, none);
      return this.#handler.close(name);
    }
    let place = open.length - 1;
    while (place >= 0 && open[place]?.name !== name) place--;
    if (place < 0) {
      if (name !== 'p') return;
      this.#begin(element);
      this.#handler.open(name, none);
      open.pop();
      return this.#handler.close(name);
    }
    while (open.length > place) this.#handler.close((open.pop() as Element).name);
  }

  /** Ends what this element ends by beginning. */
  #begin(element: Element) {
    const open = this.#open;
    const { ends } = element;
    if (ends) {
      for (let last = open.at(-1); last && ends.includes(last.name); last = open.at(-1)) {
        open.pop();
        this.#handler.close(last.name);
      }
    }
    if (element.isVoid) return;
    open.push(element);
    if (element.isForeign !== undefined) this.#foreign.push(element.isForeign);
  }

  #openTag() {
    const html = this.#html;
    const start = this.#at;
    let at = start + 1;
    for (
      let code = html.charCodeAt(at);
      code !== greater && code !== slash && !isSpace(code);
      code = html.charCodeAt(++at)
    )
      if (at >= html.length) break;
    this.#at = at;
    const element = this.#elementFrom(start);
    const { name } = element;
    // What a page breaks off in the middle of is no element.
    if (at > this.#lastEnd) {
      this.#at = html.length;
      return;
    }
    this.#begin(element);
    const wanted: Attributes | undefined = this.#handler.reads(name) ? {} : undefined;
    const isEnded = this.#attributes(wanted);
    this.#handler.open(name, wanted ?? none);
    if (element.isVoid) return this.#handler.close(name);
    if (isEnded) {
      if (!this.#foreign.at(-1)) return;
      if (element.isForeign !== undefined) this.#foreign.pop();
      this.#open.pop();
      return this.#handler.close(name);
    }
    if (element.raw !== undefined) this.#rawText(name, element.raw);
  }

  /** Reads a tag to its end; whether it ends as an element without content does. */
  #attributes(wanted: Attributes | undefined): boolean {
    const html = this.#html;
    let at = this.#at;
    let isEnded = false;
    // Most tags have none.
    if (html.charCodeAt(at) === greater) {
      this.#at = at + 1;
      return false;
    }
    for (;;) {
      const code = html.charCodeAt(at);
      if (code === greater || at >= html.length) break;
      if (code === slash) {
        isEnded = true;
        at++;
        continue;
      }
      if (isSpace(code)) {
        at++;
        continue;
      }
      isEnded = false;
      const start = at++;
      for (
        let code = html.charCodeAt(at);
        code !== equals && code !== greater && code !== slash && !isSpace(code) && at < html.length;
        code = html.charCodeAt(++at)
      );
      const end = at;
      while (isSpace(html.charCodeAt(at))) at++;
      let valueStart = at;
      let valueEnd = at;
      if (html.charCodeAt(at) === equals) {
        at++;
        while (isSpace(html.charCodeAt(at))) at++;
        const quote = html.charCodeAt(at);
        if (quote === doubleQuote || quote === singleQuote) {
          valueStart = at + 1;
          valueEnd = html.indexOf(quote === doubleQuote ? '"' : "'", valueStart);
          if (valueEnd < 0) valueEnd = html.length;
          at = valueEnd + 1;
        } else {
          valueStart = at;
          for (
            let code = html.charCodeAt(at);
            code !== greater && !isSpace(code) && at < html.length;
            code = html.charCodeAt(++at)
          );
          valueEnd = at;
        }
      }
      if (!wanted) continue;
      const name = html.slice(start, end).toLowerCase();
      if (Object.hasOwn(wanted, name)) continue;
      const value = html.slice(valueStart, valueEnd);
      wanted[name] = value.includes('&') ? decodeHTMLAttribute(value) : value;
    }
    this.#at = Math.min(at + 1, html.length);
    return isEnded;
  }

  /** To the element's own end, which alone is markup there. */
  #rawText(name: string, isDecoded: boolean) {
    const html = this.#html;
    const from = this.#at;
    let end = html.indexOf('</', from);
    while (end >= 0) {
      const after = end + 2 + name.length;
      const code = html.charCodeAt(after);
      if ((code === greater || isSpace(code)) && html.slice(end + 2, after).toLowerCase() === name) break;
      end = html.indexOf('</', end + 2);
    }
    if (end < 0) end = html.length;
    this.#at = end;
    if (end === from) return;
    const text = html.slice(from, end);
    this.#handler.text(isDecoded && text.includes('&') ? decodeHTML(text) : text);
  }
}

export const parseHtml = (html: string, handler: HtmlHandler): void => new HtmlParser(html, handler).run();
