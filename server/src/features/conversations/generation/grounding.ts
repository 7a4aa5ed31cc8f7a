import type { LeftOut, LeftOutReason } from '@parlance/contract/left-out';
import { isCourtesy } from '../proof/courtesy.ts';
import type { Proof } from '../proof/proof.ts';
import { KnownAddresses } from './known-addresses.ts';
import { noAnswerPattern } from './prompt.ts';
import { type AnswerSentence, AnswerSentences } from './sentences.ts';

const citation = /\s?\[(\d{1,3})\]/g;
const image = /!\[[^[\]]*\]\([^()]*\)/g;
const namedLink = /\[([^[\]]*)\]\(([^()]*)\)/g;
const word = /[\p{L}\p{N}]/u;
const item = /\S/;

/** Sentences left out that are kept. */
const maxLeftOut = 40;
const maxLeftOutLength = 500;

/** The space in front of a sentence where what stood before it was left out: a line's beginning stays one. */
function withoutBetween(before: string, layout: string): string {
  if (!before.includes('\n')) return layout.includes('\n') || before === '' ? layout : layout || before;
  if (!layout.includes('\n')) return before;
  const isParagraph = /\n\s*\n/.test(before) && !item.test(layout) && !item.test(before);
  return isParagraph ? layout.replace(/^\s*/, '\n\n') : layout;
}

/** Bold that ends in another sentence, which may be left out, is none. */
const evenlyBold = (text: string) =>
  (text.match(/\*\*/g)?.length ?? 0) % 2 === 0 ? text : text.replaceAll('**', '');

/**
 * Lets a model's answer through, sentence by sentence: one that is whole, and that the passages which it cites support.
 * Courtesy needs none, but waits, like the line that leads to a list, for the first sentence that holds: alone it would
 * be no answer. `cited` are the numbers of passages that the text let through so far cites.
 */
export class GroundedText {
  readonly cited = new Set<number>();
  readonly leftOut: LeftOut[] = [];
  text = '';
  /**
   * Whether the model has said that the passages do not hold the answer, before anything held: the rest is left out.
   */
  isRefusal = false;
  readonly #sentences = new AnswerSentences();
  readonly #passages: number;
  readonly #proof: Proof;
  readonly #known: KnownAddresses;
  /** The layout in front of what is shown next. */
  #layout = '';
  /** Courtesy and lines that lead to others, until something holds. */
  #waiting: { layout: string; text: string; bare: string; isLead: boolean }[] = [];
  /** What the items of a list cite by the line that leads to them. */
  #ofList: readonly number[] = [];

  constructor(passages: readonly { text: string }[], proof: Proof, allowed: readonly string[] = []) {
    this.#passages = passages.length;
    this.#proof = proof;
    this.#known = new KnownAddresses([...passages.map(({ text }) => text), ...allowed]);
  }

  /** Takes the next piece; returns what may be shown now. */
  take(piece: string): string {
    return this.#letThrough(this.#sentences.take(piece));
  }

  /** The rest, when the model has ended. */
  end(): string {
    const shown = this.#letThrough(this.#sentences.end());
    for (const { text, isLead } of this.#waiting) if (isLead) this.#leaveOut(text, 'uncited');
    this.#waiting = [];
    return shown;
  }

  #letThrough(sentences: readonly AnswerSentence[]): string {
    let shown = '';
    for (const sentence of sentences) if (!this.isRefusal) shown += this.#judge(sentence);
    return shown;
  }

  #judge({ layout, text: written, isLead, isEndless }: AnswerSentence): string {
    let text = written;
    if (noAnswerPattern.test(text)) {
      // What held before it stands: of a question of two parts, one was answered.
      this.isRefusal = this.text === '';
      if (this.isRefusal) {
        this.#waiting = [];
        return '';
      }
      text = text.replace(noAnswerPattern, ' ').trim();
    }
    text = evenlyBold(
      text
        .replace(image, '')
        .replace(namedLink, (found, name: string, target: string) =>
          this.#known.leadsTo(target) ? found : name,
        ),
    );
    const cites: number[] = [];
    text = text.replace(citation, (found, digits: string) => {
      const number = Number(digits);
      const isKnown = number >= 1 && number <= this.#passages;
      if (isKnown && !cites.includes(number)) cites.push(number);
      return isKnown ? found : '';
    });
    const bare = text
      .replace(citation, '')
      .replace(/\*\*|__|`/g, '')
      .trim();
    if (!word.test(bare)) {
      this.#layout = withoutBetween(this.#layout, layout);
      return '';
    }
    if (layout.includes('\n') && !/[-*•–\d]/.test(layout)) this.#ofList = [];
    const reason = isEndless ? 'endless' : this.#reasonAgainst(bare, cites, layout, isLead);
    if (reason === 'waits') {
      this.#waiting.push({ layout, text, bare, isLead });
      if (isLead) this.#ofList = cites;
      return '';
    }
    if (reason !== undefined) {
      this.#leaveOut(text, reason);
      this.#layout = withoutBetween(this.#layout, layout);
      return '';
    }
    return this.#showWaiting(cites) + this.#show(layout, text, cites);
  }

  #reasonAgainst(
    bare: string,
    cites: readonly number[],
    layout: string,
    isLead: boolean,
  ): LeftOutReason | 'waits' | undefined {
    const checked = this.#known.blankKnown(bare);
    if (checked === undefined) return 'address';
    if (isLead) return 'waits';
    const isItem = item.test(layout);
    if (cites.length > 0) return this.#proof.judge(checked, cites);
    if (isItem && this.#ofList.length > 0) return this.#proof.judge(checked, this.#ofList);
    if (!isCourtesy(checked) || !this.#proof.saysNothing(checked)) return 'uncited';
    return this.text === '' || this.#waiting.length > 0 ? 'waits' : undefined;
  }

  /** What led to a sentence that holds is shown with it, as far as it says nothing that its passages don't. */
  #showWaiting(cites: readonly number[]): string {
    let shown = '';
    for (const { layout, text, bare, isLead } of this.#waiting) {
      const reason = isLead
        ? this.#proof.judgeLead(this.#known.blankKnown(bare) ?? bare, cites.length > 0 ? cites : this.#ofList)
        : undefined;
      if (reason === undefined) {
        shown += this.#show(layout, text, isLead ? this.#ofList : []);
      } else {
        this.#leaveOut(text, reason);
        this.#layout = withoutBetween(this.#layout, layout);
      }
    }
    this.#waiting = [];
    return shown;
  }

  #show(layout: string, text: string, cites: readonly number[]): string {
    const between = withoutBetween(this.#layout, layout);
    this.#layout = '';
    const piece = (this.text === '' ? between.trimStart() : between || ' ') + text;
    for (const number of cites) this.cited.add(number);
    this.text += piece;
    return piece;
  }

  #leaveOut(text: string, reason: LeftOutReason): void {
    if (this.leftOut.length < maxLeftOut)
      this.leftOut.push({ text: text.slice(0, maxLeftOutLength).toWellFormed(), reason });
  }
}
