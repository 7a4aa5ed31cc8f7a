import { endsSentence } from '../../reading/service.ts';

/** A sentence of an answer, a list's item or another line, as it is judged: whole. */
export interface AnswerSentence {
  /** The space in front of it, with the mark of an item or a heading. */
  layout: string;
  text: string;
  /** Whether it leads to the lines below it: "Voici les tarifs :". */
  isLead: boolean;
  /** Whether it is longer than any sentence; what came after its beginning is left out. */
  isEndless: boolean;
}

/** Characters for which a sentence's end is waited. */
const maxSentenceLength = 1_500;
/** Characters that are kept of a longer one. */
const keptOverlapLength = 200;

const spaceAndMark = /^\s*(?:(?:[-*•–]|\d{1,3}[.)])[ \t]+|#{1,6}[ \t]+|>[ \t]*)?/;
const space = /^\s*/;
/** A sentence's end with the numbers of its passages in front of it or behind, or a line's. */
const stop = /\n|[.!?…]+["'”’»)*_\u00a0\u202f]*(?:[ \u00a0\u202f]?\[\d{1,3}\])*["'”’»)*_]*/g;
const citedEnd = /\[\d{1,3}\][*_]*[.!?…]+["'”’»)*_]*$/;
const citationsBehind = /^[ \t\u00a0\u202f]+((?:\[\d{1,3}\][ \u00a0\u202f]?)*)(.?)/s;
/** Nothing yet, or what may become the number of a passage. */
const mayGoOn = /^(?:\[\d{0,3})?$/;
const mayBecomeCitation = /^[ \t\u00a0\u202f]+(?:\[\d{1,3}\][ \u00a0\u202f]?)*(?:\[\d{0,3})?$/;

/** Cuts a model's answer into whole sentences as it comes. In time linear in the answer. */
export class AnswerSentences {
  #held = '';
  /** The place up to which no sentence ends. */
  #seen = 0;
  #isFirst = true;
  #isEndless = false;

  take(piece: string): AnswerSentence[] {
    this.#held += piece;
    return [...this.#whole(false)];
  }

  /** What is left when the model has ended. */
  end(): AnswerSentence[] {
    const sentences = [...this.#whole(true)];
    const rest = this.#cut(this.#held.length, false);
    return rest ? [...sentences, rest] : sentences;
  }

  *#whole(isLast: boolean): Generator<AnswerSentence> {
    for (let end = this.#nextEnd(isLast); end !== undefined; end = this.#nextEnd(isLast)) {
      const isLine = this.#held[end - 1] === '\n';
      const sentence = this.#cut(end, isLine);
      if (sentence) yield sentence;
    }
    if (this.#held.length <= maxSentenceLength) return;
    if (!this.#isEndless) {
      const sentence = this.#cut(this.#held.length, false);
      if (sentence) yield { ...sentence, isEndless: true };
      this.#isEndless = true;
    }
    this.#held = this.#held.slice(-keptOverlapLength);
    this.#seen = Math.max(0, this.#held.length - 1);
  }

  /** The end of the first sentence of what has come; undefined while that isn't known. */
  #nextEnd(isLast: boolean): number | undefined {
    const text = this.#held;
    const start = this.#bodyStart();
    stop.lastIndex = Math.max(this.#seen, start);
    for (let match = stop.exec(text); match; match = stop.exec(text)) {
      const [mark] = match;
      const end = match.index + mark.length;
      this.#seen = match.index;
      if (mark === '\n') return end;
      const rest = text.slice(end, end + 40);
      if (!isLast && mayGoOn.test(rest)) return undefined;
      if (!/^\s/.test(rest) && rest !== '') continue;
      if (rest.startsWith('\n') || citedEnd.test(text.slice(Math.max(start, end - 16), end))) return end;
      if (!isLast && mayBecomeCitation.test(rest)) return undefined;
      const [whole = '', behind = '', next = ''] = citationsBehind.exec(rest) ?? [];
      if (behind !== '') return end + whole.length - next.length;
      if (next === '' && !isLast) return undefined;
      if (endsSentence(text, match.index, mark, end)) return end;
    }
    this.#seen = Math.max(this.#seen, start, text.length - 1);
    return undefined;
  }

  /** Where the sentence at hand begins behind the mark of its line. */
  #bodyStart(): number {
    const [marked] = spaceAndMark.exec(this.#held) as RegExpExecArray;
    return this.#isFirst || marked.includes('\n') ? marked.length : (space.exec(this.#held)?.[0].length ?? 0);
  }

  #cut(end: number, isLine: boolean): AnswerSentence | undefined {
    const start = Math.min(this.#bodyStart(), end);
    const layout = this.#held.slice(0, start);
    const text = this.#held.slice(start, end).trimEnd();
    // A line's end is the next one's space.
    const kept = isLine ? end - 1 : end;
    this.#held = text === '' && isLine ? this.#held.slice(end) : this.#held.slice(kept);
    if (text === '' && isLine)
      this.#held = `${layout}\n${this.#held}`.replace(/^[ \t]*\n(?:[ \t]*\n)+/, '\n\n');
    this.#seen = 0;
    if (text === '') return undefined;
    this.#isFirst = false;
    const wasEndless = this.#isEndless;
    this.#isEndless = false;
    // The end of what was left out is left out.
    if (wasEndless) return undefined;
    const isLead = isLine && /:[*_]*$/.test(text.replace(/\[\d{1,3}\]/g, '').trimEnd());
    return { layout, text, isLead, isEndless: text.length > maxSentenceLength };
  }
}
