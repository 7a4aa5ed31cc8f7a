import { RecentlyUsed } from '../../../kit/limits/recently-used.ts';
import { sentencesOf, type TextLanguage } from '../../reading/service.ts';
import { answerClaims, type Claims, joinClaims } from './claims.ts';
import { provenQuantities } from './quantities.ts';
import { Statement } from './statement.ts';
import { type TextWord, WordIndex } from './words.ts';

export interface ProofPassage {
  text: string;
  language: TextLanguage;
  position: { heading?: string | undefined };
  sourceName: string;
}

/** A part of a line that says a figure of its own. */
export interface Clause {
  words: WordIndex;
  size: number;
  quantities: ReadonlySet<string>;
}

/** What stands over a line. */
interface Title {
  statement: Statement;
  /** Whether it names one thing: which of several a line speaks of is its own to say. */
  isSure: boolean;
}

/** What a line is said under. */
interface LineContext {
  /** The passage's heading, whose quantities are those of all below. */
  heading: Statement;
  /** Headings and titles. */
  titles: readonly Title[];
  /** The question that it may answer, the lead of its list, and what its pronoun stands for. */
  others: readonly Statement[];
  /** What it says yes or no to. */
  question: Statement | undefined;
  isHeading: boolean;
}

const exception =
  /(?<!\p{L})(?:sauf|hormis|excepte(?:e|s)?|a l'exception d[eu]s?|hors|except(?: for)?|excluding|apart from)(?!\p{L})[^.;()|]*/gu;
const pronoun =
  /^["«“(\s-]*(?:ils?|elles?|celui|celle|ceux|ce|c'|cet|cette|ces|cela|ca|il s'|y|on y|leur|leurs|son|sa|ses|it|its|they|their|he|she|this|these|those|there|both|otherwise|sinon|au-dela|ensuite|puis|then|oui|non|yes|no)(?![\p{L}-])/u;

const reply = /^["«\s-]*(?:r\. ?:? ?|a\. ?:? ?)?(oui|yes|non|no)(?!\p{L})/u;

/** A sentence or row of a passage, with what it is said under: each made when it is first asked for. */
export class Line {
  readonly #statement: Statement;
  readonly #context: LineContext;
  #words: WordIndex | undefined;
  #inContext: WordIndex | undefined;
  #surely: WordIndex | undefined;
  #said: readonly TextWord[] | undefined;
  #clauses: readonly Clause[] | undefined;
  #quantities: ReadonlySet<string> | undefined;
  #excepted: ReadonlySet<string> | undefined;
  #claims: Claims | undefined;
  #denies: boolean | undefined;
  #asserted: { words: WordIndex; quantities: ReadonlySet<string> } | undefined;

  constructor(statement: Statement, context: LineContext) {
    this.#statement = statement;
    this.#context = context;
  }

  get text(): string {
    return this.#statement.text;
  }

  get language(): TextLanguage {
    return this.#statement.language;
  }

  /** Whether it names what follows, or asks for it. */
  get isHeading(): boolean {
    return this.#context.isHeading;
  }

  /** Whether it begins with what stands for something that was named before. */
  get isPronoun(): boolean {
    return pronoun.test(this.#statement.folded);
  }

  /** What it says itself. */
  get words(): WordIndex {
    this.#words ??= new WordIndex([this.#statement]);
    return this.#words;
  }

  /** With its headings, its question, its list's lead, and what its pronoun stands for. */
  get inContext(): WordIndex {
    this.#inContext ??= this.#wordsBelow(this.#context.titles);
    return this.#inContext;
  }

  /** The words without headings that name several things: which of them it speaks of is its own to say. */
  get surely(): WordIndex {
    this.#surely ??= this.#wordsBelow(this.#context.titles.filter(({ isSure }) => isSure));
    return this.#surely;
  }

  #wordsBelow(titles: readonly Title[]): WordIndex {
    const { others } = this.#context;
    return new WordIndex([this.#statement, ...others, ...titles.map(({ statement }) => statement)]);
  }

  /** Its words that are no part of a quantity. */
  get said(): readonly TextWord[] {
    const { words, quantities } = this.#statement;
    this.#said ??= words.filter(
      ({ start, end }) => !quantities.some((one) => one.start < end && start < one.end),
    );
    return this.#said;
  }

  get clauses(): readonly Clause[] {
    this.#clauses ??= clausesOf(this.#statement);
    return this.#clauses;
  }

  get quantities(): ReadonlySet<string> {
    this.#quantities ??= new Set([...this.#statement.proven, ...this.#context.heading.proven]);
    return this.#quantities;
  }

  /** What it excepts: "tous les jours sauf le lundi". */
  get excepted(): ReadonlySet<string> {
    this.#excepted ??= exceptedIn(this.#statement);
    return this.#excepted;
  }

  get #reply(): string | undefined {
    return reply.exec(this.#statement.folded)?.[1];
  }

  get claims(): Claims {
    this.#claims ??= this.#findClaims();
    return this.#claims;
  }

  #findClaims(): Claims {
    const { sourceClaims } = this.#statement;
    const said = this.#reply;
    const asked = this.#context.question?.sourceClaims;
    return said === undefined || asked === undefined
      ? sourceClaims
      : joinClaims([sourceClaims, answerClaims(asked, /oui|yes/.test(said))]);
  }

  get denies(): boolean {
    this.#denies ??= /^no/.test(this.#reply ?? '') || this.#statement.denies(this.claims);
    return this.#denies;
  }

  /** The parts of it in which nothing is denied. */
  get asserted(): { words: WordIndex; quantities: ReadonlySet<string> } {
    this.#asserted ??= assertedIn(this.#statement);
    return this.#asserted;
  }
}

function exceptedIn({ text, folded }: Statement): Set<string> {
  const excepted = new Set<string>();
  for (const { 0: clause, index } of folded.matchAll(exception))
    for (const key of provenQuantities(text.slice(index, index + clause.length))) excepted.add(key);
  if (excepted.size === 0) return excepted;
  const rest = provenQuantities(folded.replace(exception, ' '));
  return new Set([...excepted].filter((key) => !rest.has(key) || key.startsWith('w:')));
}

const maxLines = 400;

const joins = /[;,]|(?<!\p{L})(?:et|and|mais|but|ou|or|contre|tandis que|while|whereas)(?!\p{L})/giu;
const namesSeveral = /[,&/]|(?<!\p{L})(?:et|and|ou|or)(?!\p{L})/iu;

/** The parts of a line between its joints, as long as each has a quantity of its own. */
function clausesOf({ text, words, quantities }: Statement): Clause[] {
  if (quantities.length < 2 || text.includes(' | ')) return [];
  const ends = [...text.matchAll(joins)].map(({ index }) => index);
  const clauses: Clause[] = [];
  let from = 0;
  for (const [at, end] of [...ends, text.length].entries()) {
    const isLast = at === ends.length;
    const holds = (start: number, stop: number) =>
      quantities.some((one) => one.start >= start && one.start < stop);
    // A joint within a figure, or in front of what has none, is none.
    if (
      !isLast &&
      (!holds(from, end) ||
        !holds(end, text.length) ||
        quantities.some((one) => one.start < end && end < one.end))
    )
      continue;
    const own = words.filter((word) => word.start >= from && word.start < end && !word.isLight);
    clauses.push({
      words: new WordIndex([{ words: own }]),
      size: own.length,
      quantities: provenQuantities(text.slice(from, end)),
    });
    from = end;
  }
  return clauses.length > 1 ? clauses : [];
}

const parts = /[^,;:()–—|]+/gu;

function assertedIn({ text, words, denials }: Statement): Line['asserted'] {
  const denied = denials.filter(({ isOfWord }) => !isOfWord);
  const index = new WordIndex();
  const quantities = new Set<string>();
  for (const { 0: part, index: start } of text.matchAll(parts)) {
    const end = start + part.length;
    if (denied.some((one) => one.start < end && start < one.end)) continue;
    index.add(words.filter((word) => word.start >= start && word.end <= end));
    for (const key of provenQuantities(part)) quantities.add(key);
  }
  return { words: index, quantities };
}

/** A passage as lines, each with all that it may be read with. Time and memory are linear in its text. */
function readLines({ text, language, position, sourceName }: ProofPassage): Line[] {
  const heading = new Statement(position.heading ?? '', language);
  const titleOf = (statement: Statement): Title => ({
    statement,
    isSure: !namesSeveral.test(statement.text),
  });
  const headings = [heading.text, sourceName.replace(/\.\w{2,5}$/, '').replace(/[-_]/g, ' ')]
    .flatMap((path) => path.split(' › '))
    .map((one) => titleOf(new Statement(one, language)));
  const lines: Line[] = [];
  let titles: readonly Title[] = headings;
  let question: Statement | undefined;
  let lead: Statement | undefined;
  let before: Statement | undefined;
  for (const { start, end } of sentencesOf(text).slice(0, maxLines)) {
    const statement = new Statement(text.slice(start, end), language);
    const { text: said } = statement;
    const isQuestion = /\?["»”\s]*$/.test(said);
    const isTitle =
      !said.includes(' | ') &&
      said.length <= 80 &&
      !/[.!?;:,…|]$/.test(said) &&
      !/^[-•–*\d]/.test(said) &&
      (start === 0 || text.slice(text.slice(0, start).trimEnd().length, start).includes('\n'));
    if (isTitle) {
      titles = [...headings, titleOf(statement)];
      question = undefined;
    }
    if (isQuestion) question = statement;
    if (!/^[-•–*]/.test(said)) lead = undefined;
    const isPronoun = pronoun.test(statement.folded);
    const others = [question, lead, isPronoun ? before : undefined].filter((one) => one !== undefined);
    lines.push(new Line(statement, { heading, titles, others, question, isHeading: isTitle || isQuestion }));
    if (/:$/.test(said)) lead = statement;
    if (!isPronoun) before = statement;
  }
  return lines;
}

/** Passages that are kept as they were read, of those that answers rest on: about 130 KB each. */
const keptLines = new RecentlyUsed<string, readonly Line[]>(150);
/** Characters of a passage that is kept: it has 400 tokens at most, but for a row or a sentence that can't be cut. */
const maxKeptLength = 8_000;

/** A passage's lines, as `readLines` gives them: visitors of a chatbot ask about the same things. */
export function linesOf(passage: ProofPassage): readonly Line[] {
  const { text, language, position, sourceName } = passage;
  if (text.length > maxKeptLength) return readLines(passage);
  const key = [language, position.heading ?? '', sourceName, text].join('\0');
  const lines = keptLines.get(key) ?? readLines(passage);
  keptLines.set(key, lines);
  return lines;
}
