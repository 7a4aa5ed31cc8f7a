import { isEntry } from '../../reading/service.ts';
import type { SpanMeaning } from '../lexicon/concepts.ts';
import { closeness, closenessBetween } from '../lexicon/encoder.ts';
import { headingsOf, PassageText, passageText } from '../lexicon/passage-text.ts';
import { termWeight } from '../passages/bm25.ts';
import type { RankedPassage } from '../passages/ranked.ts';
import type { WantedAnswer } from './kinds.ts';
import {
  type Around,
  addShares,
  inheritance,
  inheritedShares,
  type Shares,
  sharesIn,
  sumAsked,
  wordCounter,
} from './shares.ts';
import { wishOf } from './wish.ts';
import {
  type AskedPassage,
  type AskedWord,
  askedWordsIn,
  shareByAnswer,
  shareByMeaning,
  shareByWord,
  weightOf,
} from './words.ts';
import { Signs, type TextKind } from './worth.ts';

export interface Line {
  text: string;
  start: number;
  isRow: boolean;
  said: SpanMeaning;
  signs: Signs;
}

/** A passage as what it says of a question. */
export interface ReadPassage {
  /** Its sentences and rows, without titles. */
  lines: Line[];
  /**
   * How surely it speaks of what is asked. In prose by the words themselves: what the lexicon calls them otherwise stands in many a
   * long text that doesn't answer.
   */
  support: Readonly<Record<TextKind, number>>;
}

const noSupport: ReadPassage['support'] = { practical: 0, prose: 0 };

const isRowText = (text: string, passage: RankedPassage) =>
  text.includes(' | ') || (passage.position.row ?? 0) > 0;
/** Whether a line looks like a title; "Téléphone : 02 61 …", "8 impasse des Forges" say something. */
const looksLikeTitle = (text: string) =>
  text.length <= 100 && !/[.!?…:;»”"')\]]$/.test(text) && !/^[-•–*]|[\d@]/.test(text) && !isEntry(text);

/** The headings of contents: what stands below one and leads to a page's number names what is said elsewhere. */
const contentsHeading = /(?:^|› )(?:sommaire|table des mati[èe]res|(?:table of )?contents)$/iu;
const contentsLine = /(?:…|(?<!\.)\.{4,})\s?\p{N}+$/u;

/** The whole line of a text in which a place stands. */
function lineAround(text: string, at: number): string {
  const from = text.lastIndexOf('\n', at) + 1;
  const end = text.indexOf('\n', at);
  return text.slice(from, end < 0 ? undefined : end).trim();
}

const isContents = ({ text, position }: RankedPassage, at: number) =>
  contentsHeading.test(position.heading ?? '') && contentsLine.test(lineAround(text, at));

// What begins so speaks of what was named before; "il y a", "it is" do not.
const refersBack =
  /^[«“"(\s]*(?:(?:ils|elles?|celui-ci|celle-ci|ceux-ci|celles-ci|ces? derni(?:er|ère)s?|cette dernière|he|she|they|the latter)|il(?! (?:y|n’y|n'y|faut|existe|s’agit|s'agit|est (?:possible|nécessaire|conseillé|interdit)))|it(?! (?:is|was) (?:not )?(?:possible|necessary|recommended|forbidden)))(?![\p{L}-])/iu;
const yesOrNo = /^(?:oui|non|yes|no)(?!\p{L})/iu;

/** What a passage's lines say of a question. `standing` and `agreement`: how it stands to the others found. */
export function readPassage(
  passage: RankedPassage,
  wanted: WantedAnswer,
  { standing, vectors }: Pick<Signs, 'standing' | 'vectors'>,
  agreement: number,
): ReadPassage {
  const asked = sumAsked(askedWordsIn(passage));
  if (asked.weight === 0) return { lines: [], support: noSupport };
  const { text } = passage;
  const { path, nearest: heading, above } = headingsAbove(passage);
  const headings = {
    nearest: sharesIn(heading.said, asked.words),
    above: sharesIn(above.said, asked.words),
  };
  const whole = passageText(passage);
  const lines = passage.isAnswer
    ? [{ start: 0, end: text.length, said: whole.said }]
    : whole.sentences.map((span, at) => ({ ...span, said: whole.saidBySentence[at] as SpanMeaning }));
  const read = lines.map(({ start, end, said }) => {
    const line = text.slice(start, end);
    const isRow = !passage.isAnswer && isRowText(line, passage);
    const around = lineAround(text, start);
    const isTitle =
      !passage.isAnswer &&
      !isRow &&
      (path.some((title) => title.trim() === around) || (around === line && looksLikeTitle(line)));
    return { text: line, start, isRow, isTitle, ...sharesIn(said, asked.words) };
  });

  const missing = asked.words.filter(
    ({ isName }, at) =>
      isName &&
      [headings.nearest, headings.above, ...read].every(({ shares }) => (shares[at] as number) === 0),
  ).length;
  const headingAnswers = asked.words.map((word) => shareByAnswer(word, headings.nearest.said));
  const around = inheritedShares(read);
  const hasBody = read.some(({ isTitle }) => !isTitle);
  const ofHeading = wordCounter(heading, asked)(headings.nearest.said);
  const headingAsked = ofHeading.said / Math.max(1, ofHeading.all);
  const headingQuestion = heading.text.trim().endsWith('?') ? headingAsked : 0;
  const wish = wishOf(passage);
  const spokenOf = shareSpokenOf(passage, whole.said, heading.said, above.said);
  const headingFits = closeness(wish.direction, headings.nearest.said.direction);
  const countWords = wordCounter(whole, asked);
  let isFirst = true;
  const told: Line[] = [];
  for (const [index, { text: line, start, isRow, isTitle, shares, said }] of read.entries()) {
    if ((isTitle && hasBody) || isContents(passage, start)) continue;
    const ofLine = countWords(said);
    const places = {
      line: shares,
      heading: headings.nearest.shares,
      above: headings.above.shares,
      ...(around[index] as Around),
    };
    const signs = new Signs();
    addShares(signs, asked, places, said, headingAnswers, !isRow);
    signs.fits = closeness(wish.direction, said.direction);
    signs.headingFits = headingFits;
    signs.fitsHeaded = closenessBetween(
      [said.direction, headings.nearest.said.direction],
      signs.fits,
      headingFits,
    );
    signs.spokenOf = spokenOf;
    signs.standing = standing;
    signs.vectors = vectors;
    signs.headingAsked = headingAsked;
    signs.questionAnswered = isFirst ? headingQuestion : 0;
    // What says nothing but the question again answers nothing.
    signs.lineAsked = ofLine.said < ofLine.all ? ofLine.said / ofLine.all : 0;
    signs.yesOrNo = wanted.isYesOrNo && yesOrNo.test(line) ? 1 : 0;
    signs.isRow = isRow ? 1 : 0;
    signs.row = isRow ? signs.line : 0;
    signs.refersBack = refersBack.test(line) ? 1 : 0;
    signs.length = Math.log(line.length / 80);
    signs.missing = missing;
    for (const kind of wanted.in(line, said)) signs[kind] = 1;
    isFirst = false;
    told.push({ text: line, start, isRow, said, signs });
  }
  return {
    lines: told,
    support: supportOf(passage, asked.words, read, headings, unnamedFactor ** missing * (1 + agreement)),
  };
}

/**
 * The factor of a passage that doesn't name whom or what the question names: it speaks of something else, and answers
 * once in fifty times.
 */
const unnamedFactor = 0.5;

/**
 * How surely a passage speaks of what is asked, so that it compares between questions, and between chatbots: the share of
 * the question that its best line covers, squared, times how much its words say (BM25 with each word's salience for its
 * rarity), more where its headings say them. What a passage holds of a question by chance is a share that falls with the
 * root of how much the question says, as any share of a sample does. `factor`: of what else tells.
 */
function supportOf(
  passage: RankedPassage,
  asked: readonly AskedWord[],
  lines: readonly (Shares & { isRow: boolean })[],
  headings: Record<'nearest' | 'above', Shares>,
  factor: number,
): ReadPassage['support'] {
  const words = asked.filter(({ number }) => number !== undefined);
  const total = weightOf(words);
  if (total === 0) return noSupport;
  const meant = ({ said, shares }: Shares) =>
    asked.map((word, at) => shareByMeaning(word, said, shares[at] as number));
  const above = meant(headings.above);
  const inHeadings = meant(headings.nearest).map((share, at) => Math.max(share, above[at] as number));
  const read = lines.map((line) => ({ isRow: line.isRow, shares: meant(line) }));
  const around = inheritedShares(read);
  const sum = (of: (at: number) => number) =>
    asked.reduce((all, { weight, number }, at) => (number === undefined ? all : all + weight * of(at)), 0);
  const covered = read.map(({ isRow, shares }, index) => {
    const { before, after } = around[index] as Around;
    const best = (at: number) =>
      Math.max(
        shares[at] as number,
        inheritance.heading * (inHeadings[at] as number),
        isRow ? 0 : (before[at] as number),
        isRow ? 0 : (after[at] as number),
      );
    return sum(best) / total;
  });
  const amount = amountSaid(passageText(passage), headings, words);
  const headed = sum((at) => ((inHeadings[at] as number) >= (asked[at] as AskedWord).named ? 1 : 0)) / total;
  const each = Math.max(0, ...covered) ** 2 * (1 + headed) * factor;
  // Also where the question's language isn't known.
  const mayBeForeign = passage.heard !== passage.language;
  return {
    practical: each * amount.byAnyName,
    prose: each * (mayBeForeign ? amount.byAnyName : amount.byItself),
  };
}

/**
 * The amount that a text below its headings says of words, by themselves or by other names, and by themselves alone: BM25's
 * sum with each word's weight.
 */
function amountSaid(
  { counts }: PassageText,
  headings: Record<'nearest' | 'above', { said: SpanMeaning }>,
  words: readonly AskedWord[],
): { byAnyName: number; byItself: number } {
  const { length } = counts;
  const often = (of: 'numbers' | 'concepts', wanted: Iterable<number>) => {
    let most = 0;
    for (const each of wanted) {
      const isHeaded = headings.nearest.said[of].has(each) || headings.above.said[of].has(each);
      most = Math.max(most, (counts[of].get(each) ?? 0) + (isHeaded ? 1 : 0));
    }
    return most;
  };
  const amount = { byAnyName: 0, byItself: 0 };
  for (const { weight, number, meant, concepts, named } of words) {
    const itself = termWeight(often('numbers', number === undefined ? [] : [number]), length);
    const byName = termWeight(Math.max(often('numbers', meant), often('concepts', concepts)), length);
    amount.byItself += weight * itself;
    amount.byAnyName += weight * Math.max(itself, named * byName);
  }
  return amount;
}

/** The score of a passage's best line, for all of a question's words. */
export function bestLineScore(passage: AskedPassage): number {
  const { nearest, above } = headingsAbove(passage);
  const headings = { nearest: { said: nearest.said }, above: { said: above.said } };
  return amountSaid(passageText(passage), headings, askedWordsIn(passage)).byAnyName;
}

/** The share of the words spoken of before that a passage and its headings say. */
function shareSpokenOf({ before, language }: RankedPassage, ...said: readonly SpanMeaning[]): number {
  if (before === undefined) return 0;
  const { numbers } = passageText({ text: before, language }).said;
  let shared = 0;
  for (const number of numbers) if (said.some((one) => one.numbers.has(number))) shared += 1;
  return shared / Math.max(1, numbers.size);
}

/** How well the sentence of a passage that fits its question best does, below its heading. */
export function closenessOf(passage: AskedPassage): number {
  const { direction: wish } = wishOf(passage);
  const heading = headingsAbove(passage).nearest.said.direction;
  const headingFits = closeness(wish, heading);
  return Math.max(
    0,
    ...passageText(passage).saidBySentence.flatMap(({ direction }) => {
      const fits = closeness(wish, direction);
      return [fits, closenessBetween([direction, heading], fits, headingFits)];
    }),
  );
}

const headingsAbove = ({ position, language }: Pick<RankedPassage, 'position' | 'language'>) =>
  headingsOf(position.heading ?? '', language);

/** Adds to lines' signs how much they are like what answers such questions elsewhere. */
export function addKnownAnswers(passage: RankedPassage, lines: readonly Line[]): void {
  const { known } = wishOf(passage);
  const heading = headingsAbove(passage).nearest.said.features;
  for (const { said, signs } of lines) {
    signs.known = known.likenessOf(said.features);
    signs.knownHeaded = known.likenessOf(said.features, heading);
  }
}

/** The question's words that a text of a passage says, with what each weighs: by where they stand in the question. */
export const wordsSaid = (text: string, passage: RankedPassage): ReadonlyMap<number, number> =>
  wordsSaidBy(new PassageText(text, passage.language).said, passage);

/** `wordsSaid` of what was read. */
export const wordsSaidBy = (said: SpanMeaning, passage: RankedPassage): ReadonlyMap<number, number> =>
  new Map(
    askedWordsIn(passage)
      .filter((word) => shareByWord(word, said) >= word.named)
      .map(({ start, weight }) => [start, weight]),
  );
