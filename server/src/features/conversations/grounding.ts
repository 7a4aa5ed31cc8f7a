import { noAnswer } from './prompt.ts';

const maxHeld = 2000;

/** Links and addresses as they are compared: without what punctuation a sentence hangs on them. */
const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/^[<(["'«\s]+|[>)\]"'»\s.,;:!?]+$/g, '')
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/\/+$/, '');

const linkOrMail =
  /(?:https?:\/\/|www\.)[^\s<>()[\]]+|[^\s<>()[\]@]{1,64}@[^\s<>()[\]@]{1,253}\.[a-z]{2,24}/gi;
const phone = /\+?\d(?:[\s.\-()/]{0,2}\d){7,14}/g;
const citation = /\[(\d{1,3})\]/g;
const image = /!\[[^\]]*\]\([^)]*\)/g;
const namedLink = /\[([^\]]*)\]\(([^)]*)\)/g;

const digits = (text: string) => text.replace(/\D/g, '');

/**
 * Lets a model's answer through, word by word, without what no passage holds: citations of passages that do
 * not exist, links, e-mail addresses and telephone numbers that stand in none of them, images. `cited` are
 * the numbers of passages that the text let through so far cites.
 */
export class GroundedText {
  readonly cited = new Set<number>();
  text = '';
  #held = '';
  // Made when they are asked for: most answers name neither an address nor a telephone number.
  #known: string | undefined;
  #knownDigits: string | undefined;
  readonly #passages: readonly { text: string }[];
  readonly #allowed: readonly string[];
  #isEmpty = true;

  constructor(passages: readonly { text: string }[], allowed: readonly string[] = []) {
    this.#passages = passages;
    this.#allowed = allowed;
  }

  #holds(address: string): boolean {
    this.#known ??= [...this.#passages.map(({ text }) => text), ...this.#allowed].join('\n').toLowerCase();
    return this.#known.includes(address);
  }

  #holdsDigits(number: string): boolean {
    this.#knownDigits ??=
      this.#passages.map(({ text }) => digits(text)).join(' ') + this.#allowed.map(digits).join(' ');
    return this.#knownDigits.includes(number);
  }

  /** Whether the model said that the passages do not hold the answer. */
  get isRefusal(): boolean {
    return this.text.trim() === '' && this.#held.trim().replace(/[.`"'\s]/g, '') === noAnswer;
  }

  /** Takes the next piece; returns what may be shown now. */
  take(piece: string): string {
    this.#held += piece;
    if (this.#isEmpty && noAnswer.startsWith(this.#held.trim().slice(0, noAnswer.length))) return '';
    return this.#release(this.#safeEnd());
  }

  /** The rest, when the model has ended. */
  end(): string {
    if (this.isRefusal) return '';
    return this.#release(this.#held.length);
  }

  /** How far the held text can be judged: up to the last blank that no number, link or bracket spans. */
  #safeEnd(): number {
    if (this.#held.length > maxHeld) return this.#held.length;
    let end = this.#held.search(/\s\S*$/) + 1;
    const before = this.#held.slice(0, end);
    const open = Math.max(before.lastIndexOf('['), before.lastIndexOf('('));
    const closed = Math.max(before.lastIndexOf(']'), before.lastIndexOf(')'));
    if (open > closed) end = before.lastIndexOf(' ', open) + 1;
    // A telephone number may go on after the blank.
    const number = /\+?\d[\d\s.\-()/]*$/.exec(this.#held.slice(0, end));
    return number ? Math.min(end, number.index) : end;
  }

  #release(end: number): string {
    let piece = this.#held.slice(0, end);
    this.#held = this.#held.slice(end);
    if (piece === '') return '';
    piece = piece
      .replace(image, '')
      .replace(namedLink, (found, name: string, address: string) =>
        this.#holds(bare(address)) ? found : name,
      )
      .replace(linkOrMail, (found) => {
        if (this.#holds(bare(found))) return found;
        return /[.,;:!?]$/.exec(found)?.[0] ?? '';
      })
      .replace(phone, (found) => (digits(found).length < 8 || this.#holdsDigits(digits(found)) ? found : ''))
      .replace(citation, (found, number: string) => {
        const isKnown = Number(number) >= 1 && Number(number) <= this.#passages.length;
        if (isKnown) this.cited.add(Number(number));
        return isKnown ? found : '';
      })
      .replaceAll(noAnswer, '');
    if (this.#isEmpty) piece = piece.trimStart();
    if (piece !== '') this.#isEmpty = false;
    this.text += piece;
    return piece;
  }
}
