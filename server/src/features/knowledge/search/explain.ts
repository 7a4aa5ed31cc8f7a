import { forEachTermNumber, termsOfPassage } from '../../reading/service.ts';
import { passageText } from '../lexicon/passage-text.ts';
import { termWeight } from '../passages/bm25.ts';
import type { FoundPassage } from '../passages/ranked.ts';
import type { QuestionTerm } from '../question/terms.ts';
import { countMeetings, indexQuestion, kinshipOf, placesIn } from './rerank.ts';

/** A word of the question that a passage holds, as the visitor wrote it. */
export interface WordShare {
  word: string;
  /** The share of what the question's words say for this passage; all of a passage's shares make 1. */
  share: number;
  /** Whether it stands in the headings above the passage, too. */
  inHeading: boolean;
  /** What the passage says in its place: a relative, another name, the other language's word. */
  heldAs?: string[];
}

export interface Explanation {
  /** The words, the one that says most first. */
  words: WordShare[];
  /** Neighbours of the question that stand close together in the passage. */
  together: string[];
}

/** Names of a word that are shown. */
const maxNamesShown = 3;

/** Why a passage ranked: the question's words that it holds, by themselves or by another, and those side by side. */
export function explain(passage: FoundPassage): Explanation {
  const { terms, frequencies, length } = termsOfPassage(passage);
  const held = new Map(terms.map((term, at) => [term, frequencies[at] ?? 0]));
  const headings = new Set<number>();
  forEachTermNumber(passage.position.heading ?? '', passage.language, (number) => headings.add(number));
  const reading = indexQuestion(passage.asked, passage.language);
  const { places, relatives, length: textLength } = placesIn(reading, passage);
  const { read } = passageText(passage);
  const said = (places: readonly number[]) =>
    places.map((at) => passage.text.slice(read.starts[at], read.ends[at]));

  const words: WordShare[] = [];
  let sum = 0;
  for (const { text, terms: readings } of passage.asked) {
    let says = 0;
    let isItself = false;
    let inHeading = false;
    const names: string[] = [];
    for (const term of readings) {
      if (term.language !== passage.language) continue;
      const frequency = held.get(term.number) ?? 0;
      if (frequency > 0) {
        says += term.weight * termWeight(frequency, length);
        inHeading ||= headings.has(term.number);
        if (term.meant) names.push(...said(placesOf(term.number, read.terms)));
        else isItself = true;
      }
      const kin = relatives.get(term);
      if (!kin) continue;
      says += kinshipOf(term, places.get(term.number)?.length ?? 0, kin.length, textLength);
      names.push(...said(kin));
    }
    if (says === 0) continue;
    sum += says;
    const heldAs = [...new Set(names.map((name) => name.toLowerCase().replace(/^.*['’]/, '')))].slice(
      0,
      maxNamesShown,
    );
    words.push({
      word: text,
      share: says,
      inHeading,
      ...(isItself || heldAs.length === 0 ? {} : { heldAs }),
    });
  }
  const asPair = ([one, next]: readonly [QuestionTerm, QuestionTerm]) => {
    const [first, second] = [one, next].map((term) =>
      passage.asked.find(({ terms }) => terms.includes(term)),
    );
    if (!first || !second) return [];
    // Between them the question may have had a small word.
    const between = second.start - first.start - first.text.length > 1 ? ' … ' : ' ';
    return [first.text + between + second.text];
  };
  const together = reading.neighbours
    .filter(([one, next]) => countMeetings(places.get(one.number), places.get(next.number)).near > 0)
    .flatMap(asPair);
  return {
    words: mergeShares(words, sum),
    together: [...new Set(together)],
  };
}

const placesOf = (number: number, terms: readonly { number: number }[]) =>
  terms.flatMap((term, at) => (term.number === number ? [at] : []));

function mergeShares(words: WordShare[], sum: number): WordShare[] {
  const byWord = new Map<string, WordShare>();
  for (const one of words) {
    const known = byWord.get(one.word);
    const share = one.share / sum;
    byWord.set(one.word, known ? { ...known, share: known.share + share } : { ...one, share });
  }
  return [...byWord.values()].sort((a, b) => b.share - a.share);
}
