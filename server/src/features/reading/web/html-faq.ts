/** What a page says of itself in `script` elements is read up to this length; more is no list of questions. */
const maxDataLength = 500_000;
const maxNodes = 20_000;
const maxDepth = 12;

/** A text as it is compared with another: without markup, case and the shapes of its apostrophes and spaces. */
export const normaliseText = (text: string) =>
  text
    .replace(/<[^<>]{0,200}>/g, '')
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** The questions that a page's own data (JSON-LD) names. Only what stands in the page as well is made anything of. */
export class FaqData {
  readonly #texts: string[] = [];
  #text: string[] | undefined;
  #length = 0;

  get isOpen(): boolean {
    return this.#text !== undefined;
  }

  open(type: string | undefined): void {
    if (type?.trim().toLowerCase() === 'application/ld+json' && this.#length <= maxDataLength)
      this.#text = [];
  }

  text(text: string): void {
    this.#length += text.length;
    if (this.#length <= maxDataLength) this.#text?.push(text);
  }

  close(): void {
    if (this.#text) this.#texts.push(this.#text.join(''));
    this.#text = undefined;
  }

  questions(): ReadonlySet<string> {
    const found = new Set<string>();
    let nodes = 0;
    const walk = (value: unknown, depth: number): void => {
      nodes += 1;
      if (nodes > maxNodes || depth > maxDepth || typeof value !== 'object' || value === null) return;
      const { '@type': type, name } = value as Record<string, unknown>;
      if (type === 'Question' && typeof name === 'string') found.add(normaliseText(name));
      for (const part of Object.values(value)) walk(part, depth + 1);
    };
    for (const text of this.#texts) {
      if (!text.includes('Question')) continue;
      try {
        walk(JSON.parse(text), 0);
      } catch {
        // Data that is no JSON says nothing.
      }
    }
    return found;
  }
}
