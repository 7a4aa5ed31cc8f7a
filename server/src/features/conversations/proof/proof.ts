import type { Language } from '@parlance/contract/i18n';
import type { LeftOutReason } from '@parlance/contract/left-out';
import { fold } from '../../reading/service.ts';

import { doesClaimMore, joinClaims } from './claims.ts';
import { type Clause, type Line, linesOf, type ProofPassage } from './evidence.ts';
import { provenQuantities } from './quantities.ts';
import type { Quantity } from './quantity-readings.ts';
import { Statement } from './statement.ts';
import { isAssertedOnly, isDeniedOnly, type TextWord, WordIndex, worth } from './words.ts';

/** What of a sentence's words its lines say, so that it stands; chosen by `bench/grounding`. */
export const minShares = { share: 0.4, clause: 0.2, wholeLine: 0.75 };
/** The share that a light word counts of another. */
const lightWeight = 0.25;
/** Lines that a sentence may rest on. */
const maxLinesChosen = 4;

const reasonOf: Record<Quantity['kind'], LeftOutReason> = {
  hour: 'hour',
  date: 'date',
  amount: 'amount',
  figure: 'figure',
};

const clauseEnds =
  /[,;:()–—|]|(?<!\p{L})(?:et|and|mais|but|ou|or|qui|which|where|ainsi que|as well as|avec|with|parce que|because|car|grâce à|tandis que|while|dont)(?!\p{L})/giu;

const nameToken = /[\p{L}\p{N}]+(?:[-&.][\p{L}\p{N}]+)*/gu;
/** What stands before a sentence's first word, but for at most five blanks. */
const opensSentence = /(?:^|[.!?:«"“(*\n–—-]|\d[.)])\s{0,5}$/u;
const isNever = new Set(['I', 'I’m', 'OK', 'M', 'Mr', 'Mrs', 'Ms', 'Mme', 'Mlle', 'Dr', 'TV', 'AM', 'PM']);

const keyOfName = (text: string) => fold(text.toLowerCase()).replace(/[^\p{L}\p{N}]/gu, '');

function namesOfText(text: string, into: Set<string>): void {
  for (const [token] of text.matchAll(nameToken)) {
    into.add(keyOfName(token));
    for (const part of token.split(/[-&.]/)) into.add(keyOfName(part));
  }
}

const isName = (token: string) =>
  /^\p{Lu}{2,}s?$/u.test(token) ||
  /^\p{Lu}\p{L}+/u.test(token) ||
  /^(?=.*\p{Lu})(?=.*\p{N})\p{L}/u.test(token);

/** What one whole sentence of an answer rests on: passages by their numbers, and what may be named without them. */
export class Proof {
  readonly #passages: readonly ProofPassage[];
  readonly #language: Language;
  readonly #moment: ReadonlySet<string>;
  readonly #named = new Set<string>();
  readonly #lines = new Map<number, readonly Line[]>();
  readonly #names = new Map<number, Set<string>>();

  /** `moment` says what day it is: a day of it is true wherever the passages don't tell days apart. */
  constructor(passages: readonly ProofPassage[], language: Language, named: readonly string[], moment = '') {
    this.#moment = provenQuantities(moment);
    this.#passages = passages;
    this.#language = language;
    for (const text of named) namesOfText(text, this.#named);
  }

  #linesOf(number: number): readonly Line[] {
    const known = this.#lines.get(number);
    if (known) return known;
    const passage = this.#passages[number - 1];
    const lines = passage ? linesOf(passage) : [];
    this.#lines.set(number, lines);
    return lines;
  }

  #namesOf(number: number): Set<string> {
    const known = this.#names.get(number);
    if (known) return known;
    const names = new Set<string>();
    const passage = this.#passages[number - 1];
    if (passage)
      for (const text of [passage.text, passage.position.heading ?? '', passage.sourceName])
        namesOfText(text, names);
    this.#names.set(number, names);
    return names;
  }

  /** Why a sentence, without its marks, is not to be shown; undefined where the passages that it cites support it. */
  judge(sentence: string, cited: readonly number[]): LeftOutReason | undefined {
    const lines = cited.flatMap((number) => this.#linesOf(number));
    if (lines.length === 0) return 'uncited';
    const said = new Statement(sentence, this.#language);
    const named = said.quantities;
    const quantities = named.filter((one) => !this.#isOfMoment(one, lines));
    for (const { kind, keys } of quantities)
      if (!lines.some((line) => keys.some((key) => line.quantities.has(key)))) return reasonOf[kind];
    const words = said.words.filter(
      ({ start, end }) =>
        !named.some((one) => one.start < end && start < one.end) &&
        !this.#isNamed(sentence.slice(start, end)),
    );
    const unknown = this.#unknownName(sentence, cited, named, words, lines);
    if (unknown) return 'name';
    return judgeWords(said, words, quantities, lines);
  }

  #isOfMoment({ kind, keys }: Quantity, lines: readonly Line[]): boolean {
    if ((kind !== 'date' && kind !== 'figure') || !keys.some((key) => this.#moment.has(key))) return false;
    const isWeekday = keys.some((key) => key.startsWith('w:'));
    return !isWeekday || !lines.some(({ quantities }) => [...quantities].some((key) => key.startsWith('w:')));
  }

  /** Whether the visitor or the owner has named something: the passages need not say so again. */
  readonly #isNamed = (written: string) => {
    const name = written.replace(/^(?:[ldjmtsnc]|qu)['’ʼ]/i, '');
    return /^\p{Lu}/u.test(name) && this.#named.has(keyOfName(name));
  };

  /** Why a line that leads to others is not to be shown: it need not say what its passages do, but nothing else. */
  judgeLead(sentence: string, cited: readonly number[]): LeftOutReason | undefined {
    const lines = cited.flatMap((number) => this.#linesOf(number));
    const said = new Statement(sentence, this.#language);
    for (const { kind, keys } of said.quantities)
      if (!lines.some((line) => keys.some((key) => line.quantities.has(key)))) return reasonOf[kind];
    if (this.#unknownName(sentence, cited, said.quantities, said.words, lines)) return 'name';
    return doesClaimMore(said.claims, joinClaims(lines.map(({ claims }) => claims))) ? 'claim' : undefined;
  }

  /** Whether a sentence of courtesy names nothing that could be wrong. */
  saysNothing(sentence: string): boolean {
    const { quantities } = new Statement(sentence, this.#language);
    return quantities.length === 0 && !this.#unknownName(sentence, [], quantities, [], []);
  }

  #unknownName(
    sentence: string,
    cited: readonly number[],
    quantities: readonly Quantity[],
    words: readonly TextWord[],
    lines: readonly Line[],
  ): boolean {
    const known = cited.map((number) => this.#namesOf(number));
    const holds = (key: string) => this.#named.has(key) || known.some((names) => names.has(key));
    for (const { 0: token, index } of sentence.matchAll(nameToken)) {
      if (!isName(token) || isNever.has(token)) continue;
      const end = index + token.length;
      const isCode = /\p{N}/u.test(token) || /^\p{Lu}{2,}s?$/u.test(token);
      if (!isCode && opensSentence.test(sentence.slice(Math.max(0, index - 6), index))) continue;
      if (quantities.some((one) => one.start < end && index < one.end)) continue;
      const key = keyOfName(token);
      if (
        holds(key) ||
        holds(key.replace(/s$/, '')) ||
        token.split(/[-&.]/).every((part) => holds(keyOfName(part)))
      )
        continue;
      const word = words.find((one) => one.start <= index && index < one.end);
      if (
        word &&
        word.parts.length === 0 &&
        !isCode &&
        lines.some((line) => line.inContext.match(word).strength > 0)
      )
        continue;
      return true;
    }
    return false;
  }
}

const weightOf = ({ isLight }: TextWord) => (isLight ? lightWeight : 1);

function judgeWords(
  statement: Statement,
  words: readonly TextWord[],
  quantities: readonly Quantity[],
  lines: readonly Line[],
): LeftOutReason | undefined {
  const proves = (line: Line, { keys }: Quantity) => keys.some((key) => line.quantities.has(key));
  const { text: sentence, language, claims: said } = statement;
  const denies = statement.denies();
  /** A further line that denies says nothing for a sentence that doesn't. */
  const furtherWords = (line: Line) => (denies || !line.denies ? line.words : line.asserted.words);
  const index = new WordIndex([{ words }]);
  const chosen: Line[] = [];
  let openWords = [...words];
  let openQuantities = [...quantities];
  for (let round = 0; round < maxLinesChosen; round++) {
    let best: { line: Line; gain: number; quantities: number; total: number } | undefined;
    for (const line of lines) {
      if (chosen.includes(line) || line.isHeading) continue;
      const proven = openQuantities.filter((one) => proves(line, one)).length;
      let own = 0;
      let gain = 0;
      for (const word of openWords) {
        own += (round === 0 ? line.words : furtherWords(line)).match(word).strength * weightOf(word);
        if (round === 0) gain += line.inContext.match(word).strength * weightOf(word);
      }
      if (round > 0) gain = own;
      // What stands in the line itself goes before what its heading says.
      const total = gain + own / 10 + 2 * proven;
      if (total > 0 && (best === undefined || total > best.total))
        best = { line, gain, quantities: proven, total };
    }
    if (best === undefined) break;
    const { line, gain, quantities: proven } = best;
    const isEarned =
      round === 0 ||
      gain >= 2 ||
      (gain >= 0.85 && (proven > 0 || shareOf(line.said, index) >= minShares.wholeLine));
    if (!isEarned) break;
    chosen.push(line);
    openWords = openWords.filter((word) => line.words.match(word).strength < worth.concept);
    openQuantities = openQuantities.filter((one) => !proves(line, one));
  }
  if (openQuantities[0]) return reasonOf[openQuantities[0].kind];
  if (chosen.length === 0) return 'words';
  const swapped = quantities.find((one) => isOfAnother(one, quantities, words, chosen));
  if (swapped) return reasonOf[swapped.kind];

  const excepted = quantities.filter(
    ({ kind, keys }) => kind === 'date' && chosen.some((line) => keys.every((key) => isExcepted(line, key))),
  );
  // "Fermé le lundi" is what "ouvert tous les jours sauf le lundi" says.
  const isException = denies && excepted.length > 0 && excepted.length === quantities.length;
  if (!isException && doesClaimMore(said, joinClaims(chosen.map(({ claims }) => claims)))) return 'claim';
  if (
    denies &&
    !isException &&
    (!chosen.some((line) => line.denies) || deniesAsserted(statement, words, chosen))
  )
    return 'claim';
  if (!denies) {
    if (excepted.length > 0) return 'claim';
    if (words.length > 0 && chosen.some((line) => line.denies) && !isAsserted(words, quantities, chosen))
      return 'claim';
    for (const word of words) {
      if (word.isLight || word.isNegated) continue;
      const matches = chosen
        .map((line) => line.words.match(word))
        .filter(({ strength }) => strength >= worth.concept);
      if (matches.length > 0 && matches.every(isDeniedOnly)) return 'claim';
    }
  }

  // What the other language calls it is known too seldom to tell by.
  if (
    chosen.every((line) => line.language === language) &&
    (isOfOtherSubject(words, chosen, index) || isSwapped(sentence, words, chosen[0] as Line, index))
  )
    return 'words';
  let weight = 0;
  let covered = 0;
  const strengths = words.map((word) => {
    const strength = Math.max(...chosen.map((line) => line.inContext.match(word).strength));
    weight += weightOf(word);
    covered += strength * weightOf(word);
    return strength;
  });
  if (words.some(({ isLight }) => !isLight) && covered / weight < minShares.share) return 'words';
  // What the passages say of something else.
  const isDisplaced = words.some(
    (word) =>
      !word.isLight &&
      chosen.every((line) => line.surely.match(word).strength < worth.concept) &&
      lines.some((line) => line.words.match(word).strength >= worth.concept),
  );
  if (isDisplaced) return 'words';
  let from = 0;
  for (const end of [...[...sentence.matchAll(clauseEnds)].map(({ index }) => index), sentence.length]) {
    let count = 0;
    let sum = 0;
    for (const [at, word] of words.entries()) {
      if (word.start < from || word.start >= end || word.isLight) continue;
      count++;
      sum += strengths[at] as number;
    }
    if (count >= 2 && sum / count < minShares.clause) return 'words';
    from = end;
  }
  return undefined;
}

/** Whether a line excepts a day: of every day, too, where some day is. */
const isExcepted = ({ excepted }: Line, key: string) =>
  excepted.has(key) || (key === 'w:all' && [...excepted].some((other) => other.startsWith('w:')));

/** Whether any of what a sentence says stands where nothing is denied. */
const isAsserted = (words: readonly TextWord[], quantities: readonly Quantity[], chosen: readonly Line[]) =>
  chosen.some(
    ({ asserted }) =>
      words.some((word) => !word.isLight && asserted.words.match(word).strength >= worth.concept) ||
      quantities.some(({ keys }) => keys.some((key) => asserted.quantities.has(key))),
  );

/** Whether a sentence denies only what its lines assert. */
function deniesAsserted(
  { denials }: Statement,
  words: readonly TextWord[],
  chosen: readonly Line[],
): boolean {
  const denied = denials.filter(({ isOfWord }) => !isOfWord);
  return [...new Set(denied.map(({ group }) => group))].some((group) => {
    const spans = denied.filter((one) => one.group === group);
    const matches = words
      .filter(({ start, end }) => spans.some((span) => span.start < end && start < span.end))
      .flatMap((word) => chosen.map((line) => line.words.match(word)))
      .filter(({ strength }) => strength >= worth.concept);
    return matches.length > 0 && matches.every(isAssertedOnly);
  });
}

const subjectOf = (words: readonly TextWord[]) => words.find(({ isLight }) => !isLight);

/** What a line speaks of by a name of its own: a pronoun, or a row's first cell, is none. */
const ownSubjectOf = ({ said, isPronoun, text }: Line) =>
  isPronoun || text.includes(' | ') ? undefined : subjectOf(said);

/** Whether a sentence begins with what its lines don't speak of themselves, and these with what it doesn't name. */
function isOfOtherSubject(words: readonly TextWord[], chosen: readonly Line[], sentence: WordIndex): boolean {
  const subject = subjectOf(words);
  if (subject === undefined || chosen.some((line) => line.words.match(subject).strength >= worth.near))
    return false;
  return chosen.every((line) => {
    const own = ownSubjectOf(line);
    return own !== undefined && sentence.match(own).strength < worth.near;
  });
}

/** What a sentence and a line say of each other at least, so that they are the same statement. */
const sameStatement = 0.75;
/** What may stand before a subject: an article. */
const article = /^["«“(\s]*(?:\p{L}{1,4}['’\s])?$/u;

/** The number of words that say one, or nearly. */
function timesSaid(word: TextWord, words: readonly TextWord[], least: number): number {
  const index = new WordIndex([{ words: [word] }]);
  return words.filter((one) => index.match(one).strength >= least).length;
}

/**
 * Whether a sentence says what a line does, but of something else: its subject the line names no more often than the sentence does
 * further on, and doesn't stand below; the line's own one the sentence names less often.
 */
function isSwapped(sentence: string, words: readonly TextWord[], line: Line, said: WordIndex): boolean {
  const subject = subjectOf(words);
  const own = ownSubjectOf(line);
  if (subject === undefined || own === undefined) return false;
  if (!article.test(sentence.slice(0, subject.start))) return false;
  const others = words.filter((word) => word !== subject);
  if (shareOf(others, line.words) < sameStatement || shareOf(line.said, said) < sameStatement) return false;
  if (line.inContext.match(subject).strength > line.words.match(subject).strength) return false;
  return (
    timesSaid(subject, line.said, worth.near) <= timesSaid(subject, others, worth.near) &&
    timesSaid(own, others, worth.concept) < timesSaid(own, line.said, worth.concept)
  );
}

/** The share of a line's words that a sentence says. */
function shareOf(said: readonly TextWord[], sentence: WordIndex): number {
  let weight = 0;
  let covered = 0;
  for (const word of said) {
    weight += weightOf(word);
    covered += sentence.match(word).strength * weightOf(word);
  }
  return weight === 0 ? 0 : covered / weight;
}

/** Whether a line says a quantity of something that the sentence doesn't name, and another of what it names. */
function isOfAnother(
  quantity: Quantity,
  quantities: readonly Quantity[],
  words: readonly TextWord[],
  chosen: readonly Line[],
): boolean {
  const has = (clause: Clause, { keys }: Quantity) => keys.some((key) => clause.quantities.has(key));
  const others = quantities.filter((one) => one !== quantity);
  return chosen.some(({ clauses }) => {
    const holding = clauses.filter((clause) => has(clause, quantity));
    const [own] = holding;
    if (own === undefined || holding.length > 1 || own.size === 0) return false;
    const isNamed = words.some((word) => !word.isLight && own.words.match(word).strength >= worth.concept);
    if (isNamed || others.some((one) => has(own, one))) return false;
    return clauses.some(
      (clause) =>
        clause !== own &&
        !quantities.some((one) => has(clause, one)) &&
        words.some((word) => !word.isLight && clause.words.match(word).strength >= worth.concept),
    );
  });
}
