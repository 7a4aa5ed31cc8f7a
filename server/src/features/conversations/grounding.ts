import { addressesIn, isSurelyAddress } from './addresses.ts';
import { KnownNumbers, unknownNumbersIn } from './numbers.ts';
import { noAnswerIn } from './prompt.ts';

/** So long a piece of an answer is held back at most until it can be judged. */
const maxHeld = 2000;
/** The longest part of an address in front of the first sign that it is one: a mail's local part, a host's label. */
const longestLabel = 64;

const citation = /\[(\d{1,3})\]/g;
const image = /!\[[^[\]]*\]\([^()]*\)/g;
const namedLink = /\[([^[\]]*)\]\(([^()]*)\)/g;
const blank = /\s/;
const inAddress = /[.:/@]/;
const inNumber = /[+\d \t\u00a0\u2000-\u200a\u202f.\-\u2010-\u2013()/·]/;

/** Where the last word of a text begins. */
function lastWord(text: string): number {
  let at = text.length;
  while (at > 0 && !blank.test(text[at - 1] as string)) at--;
  return at;
}

/** Where the number, or the word that it ends, begins with which a text ends; its end, if it ends with none. */
function lastNumber(text: string): number {
  let at = text.length;
  let start = at;
  while (at > 0 && inNumber.test(text[at - 1] as string)) {
    at--;
    if (/[+\d]/.test(text[at] as string)) start = at;
  }
  return start < text.length ? lastWord(text.slice(0, start)) : start;
}

/** What the passages and the owner name: whole addresses and whole numbers. */
class Known {
  readonly #texts: readonly string[];
  // Made when they are asked for: most answers name neither an address nor a telephone number.
  #addresses: Set<string> | undefined;
  #numbers: KnownNumbers | undefined;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  holdsAddress(key: string): boolean {
    if (!this.#addresses) {
      this.#addresses = new Set();
      for (const text of this.#texts)
        for (const { kind, key } of addressesIn(text)) {
          this.#addresses.add(key);
          if (kind === 'link') this.#addresses.add(key.split(/[/?#]/, 1)[0] as string);
        }
    }
    return this.#addresses.has(key);
  }

  numbers = (): KnownNumbers => {
    this.#numbers ??= new KnownNumbers(this.#texts);
    return this.#numbers;
  };
}

/**
 * Lets a model's answer through, word by word, without what no passage holds: citations of passages that do
 * not exist, links, hosts, e-mail addresses and telephone numbers that stand in none of them, images. Addresses and
 * numbers are compared whole: what only begins or ends like a known one is none. `cited` are the numbers of passages
 * that the text let through so far cites.
 */
export class GroundedText {
  readonly cited = new Set<number>();
  text = '';
  /** The model has said that the passages do not hold the answer, before it cited any: the rest is left out. */
  isRefusal = false;
  #held = '';
  readonly #passages: number;
  readonly #known: Known;
  #isEmpty = true;
  /** The word at hand is longer than any address: the rest of it is left out. */
  #isEndless = false;

  constructor(passages: readonly { text: string }[], allowed: readonly string[] = []) {
    this.#passages = passages.length;
    this.#known = new Known([...passages.map(({ text }) => text), ...allowed]);
  }

  /** Takes the next piece; returns what may be shown now. */
  take(piece: string): string {
    this.#held += piece;
    if (this.#isEndless) this.#leaveOut();
    const shown = this.#release(this.#safeEnd());
    if (this.#held.length <= maxHeld) return shown;
    this.#isEndless = true;
    this.#leaveOut();
    return shown;
  }

  /** The rest, when the model has ended. */
  end(): string {
    return this.#release(this.#held.length);
  }

  #leaveOut() {
    const end = this.#held.search(blank);
    this.#isEndless = end < 0;
    this.#held = end < 0 ? '' : this.#held.slice(end);
  }

  /** How far the held text can be judged: up to the last blank that no number, link or bracket spans. */
  #safeEnd(): number {
    const end = lastWord(this.#held);
    const before = this.#held.slice(0, end);
    const open = Math.max(before.lastIndexOf('['), before.lastIndexOf('('));
    const closed = Math.max(before.lastIndexOf(']'), before.lastIndexOf(')'));
    const judged = open > closed ? before.lastIndexOf(' ', open) + 1 : end;
    // A telephone number may go on after the blank.
    const safe = lastNumber(this.#held.slice(0, judged));
    return this.#held.length - safe > maxHeld ? this.#longEnd(end) : safe;
  }

  /** The same where a bracket never closes or a word never ends: before whatever may become an address. */
  #longEnd(word: number): number {
    if (this.#held.length - word <= maxHeld) return word;
    const rest = this.#held.slice(word);
    const sign = rest.search(inAddress);
    return word + Math.max(0, (sign < 0 ? rest.length : sign) - longestLabel);
  }

  #withoutUnknownNumbers(text: string, before: string): string {
    let kept = '';
    let at = 0;
    for (const { start, end } of unknownNumbersIn(text, before, this.#known.numbers)) {
      kept += text.slice(at, start);
      at = end;
    }
    return kept + text.slice(at);
  }

  #withoutUnknown(text: string): string {
    let kept = '';
    let at = 0;
    const keep = (end: number) => {
      kept += this.#withoutUnknownNumbers(text.slice(at, end), this.text + kept);
    };
    for (const { start, end, kind, key } of addressesIn(text)) {
      keep(start);
      const written = text.slice(start, end);
      const mayBeNone = kind === 'host' && !isSurelyAddress(written);
      if (mayBeNone || this.#known.holdsAddress(key)) kept += written;
      at = end;
    }
    keep(text.length);
    return kept;
  }

  /** Whether what a link with a name leads to is known, and nothing else. */
  #leadsToKnown(target: string): boolean {
    const address = target.trim();
    const [found, ...others] = addressesIn(address);
    if (!found || others.length > 0) return false;
    const front = address.slice(0, found.start).toLowerCase();
    return (front === '' || front === '<' || front === 'mailto:') && this.#known.holdsAddress(found.key);
  }

  #release(end: number): string {
    let piece = this.#held.slice(0, end);
    this.#held = this.#held.slice(end);
    let shown = '';
    for (let marker = noAnswerIn.exec(piece); marker && !this.isRefusal; marker = noAnswerIn.exec(piece)) {
      shown += this.#letThrough(piece.slice(0, marker.index));
      piece = piece.slice(marker.index + marker[0].length);
      // What was cited before it stands: of a question of two parts, one was answered.
      this.isRefusal = this.cited.size === 0;
    }
    return this.isRefusal ? shown : shown + this.#letThrough(piece);
  }

  #letThrough(released: string): string {
    let piece = released
      .replace(image, '')
      .replace(namedLink, (found, name: string, target: string) =>
        this.#leadsToKnown(target) ? found : name,
      );
    piece = this.#withoutUnknown(piece).replace(citation, (found, number: string) => {
      const isKnown = Number(number) >= 1 && Number(number) <= this.#passages;
      if (isKnown) this.cited.add(Number(number));
      return isKnown ? found : '';
    });
    if (this.#isEmpty) piece = piece.trimStart();
    if (piece !== '') this.#isEmpty = false;
    this.text += piece;
    return piece;
  }
}
