import { between, type Direction, encode, type Features, featuresOf } from '../lexicon/encoder.ts';
import { KnownAnswers } from '../lexicon/known-answers.ts';
import { passageText } from '../lexicon/passage-text.ts';
import { type AskedPassage, topicMark } from './words.ts';

/** What a question says, and wants to be told. */
interface Wish {
  direction: Direction;
  /** Made when it is first asked for. */
  readonly known: KnownAnswers;
}

/** Passages of one search share its words, and so what it wants. */
const wishes = new WeakMap<AskedPassage['asked'], Wish>();

export function wishOf({ asked, question, heard }: AskedPassage): Wish {
  const made = wishes.get(asked);
  if (made) return made;
  const languages = heard === undefined ? (['fr', 'en'] as const) : [heard];
  const saidBy = (text: string): Features =>
    featuresOf(
      languages.map((language) => ({
        text,
        language,
        concepts: passageText({ text, language }).said.all,
      })),
    );
  const whole = saidBy(question);
  const direction = encode('question', whole);
  const topicEnd = question.search(topicMark);
  let known: KnownAnswers | undefined;
  const wish: Wish = {
    direction:
      topicEnd < 0 ? direction : between(direction, encode('question', saidBy(question.slice(topicEnd)))),
    get known() {
      known ??= new KnownAnswers(whole);
      return known;
    },
  };
  wishes.set(asked, wish);
  return wish;
}
