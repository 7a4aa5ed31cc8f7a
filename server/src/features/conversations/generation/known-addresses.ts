import { addressesIn, isSurelyAddress } from './addresses.ts';
import { KnownNumbers, unknownNumbersIn } from './numbers.ts';

/** Runs of figures as long as the number of a telephone or an account, and no quantity. */
const longNumber = /\+?\d(?:[ \u00a0\u202f./()-]{0,2}\d){7,}/g;

/**
 * The links, hosts, mail addresses and telephone numbers that the passages and the owner name. They are compared whole:
 * what only begins or ends like a known one is none.
 */
export class KnownAddresses {
  readonly #texts: readonly string[];
  // Made when they are asked for: most answers name neither an address nor a telephone number.
  #addresses: Set<string> | undefined;
  #numbers: KnownNumbers | undefined;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  #holds(key: string): boolean {
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

  readonly #known = (): KnownNumbers => {
    this.#numbers ??= new KnownNumbers(this.#texts);
    return this.#numbers;
  };

  /** A text with blanks in the place of what it names; undefined where it names what nobody said. */
  blankKnown(text: string): string | undefined {
    let rest = text;
    for (const { start, end, kind, key } of addressesIn(text)) {
      if (!this.#holds(key)) {
        const mayBeNone = kind === 'host' && !isSurelyAddress(text.slice(start, end));
        if (mayBeNone) continue;
        return undefined;
      }
      rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
    }
    const [unknown] = unknownNumbersIn(rest, '', this.#known);
    if (unknown) return undefined;
    return rest.replace(longNumber, (found) =>
      this.#known().holds(found) ? ' '.repeat(found.length) : found,
    );
  }

  /** Whether what a link with a name leads to is known, and nothing else. */
  leadsTo(target: string): boolean {
    const address = target.trim();
    const [found, ...others] = addressesIn(address);
    if (!found || others.length > 0) return false;
    const front = address.slice(0, found.start).toLowerCase();
    return (front === '' || front === '<' || front === 'mailto:') && this.#holds(found.key);
  }
}
