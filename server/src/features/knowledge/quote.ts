import { fold, sentencesOf, type TextLanguage, termsOf } from '../reading/service.ts';
import { exactness, meaningIn, type QuestionWord } from './question.ts';
import type { RankedPassage } from './search.ts';

export interface QuotedSentence {
  text: string;
  passage: RankedPassage;
}

export interface Quotation {
  /** At most three, in reading order. Empty when nothing answers. */
  sentences: QuotedSentence[];
  answered: boolean;
}

/** Passages that sentences are taken from: BM25's first five hold the answer nine times in ten, further ones mislead. */
const passagesRead = 5;
const sentencesQuoted = 3;
/**
 * The share of a question's meaning that one passage, and a few lines of it, must hold. Below, more is missing than a
 * different wording explains: one in ten answerable questions of ordinary French and English text lies below it.
 */
const support = 0.44;
/**
 * What a sentence is worth beside its own words (1): where its passage ranks, what that holds of the question, its
 * neighbours, the kind of answer that is wanted, having a body. Round figures; shares of answers hardly move around them.
 */
const worth = { rank: 1, passage: 0.5, neighbours: 0.2, kind: 0.25, substance: 0.2 };
/** A sentence of this length has said something; shorter ones are often titles or remainders. */
const fullSentence = 200;
const longestQuote = 700;

const wantsFigure =
  /\b(combien|quand|annees?|dates?|siecle|pourcentage|montant|nombre|prix|tarifs?|cout|coute|age|jours?|mois|heures?|horaires?|duree|distance|taille|population|superficie|telephone|numero|how (?:many|much|long|old|far|often|tall|big|fast)|when|year|date|century|percent(?:age)?|number|price|cost|fee|day|month|time|hours|population|amount|phone)\b/;
const wantsName =
  /\b(qui|ou|nom|noms|appelle|appelait|nomme|quel(?:le)?s? (?:pays|ville|region|personne|auteur|groupe|equipe|entreprise|institution|organisation)|who|whom|whose|where|which|names?|named|called|city|country)\b/;

interface Line {
  text: string;
  start: number;
  isRow: boolean;
  isTitle: boolean;
  has: Set<number>;
}

/** Reads what texts of a passage say of the question's words, translated ones as the word that was asked. */
function readerFor({ asked, language }: RankedPassage): (text: string) => Set<number> {
  const meaning = meaningIn(asked, language);
  return (text) => new Set(Array.from(termsOf(text, language), ({ number }) => meaning(number)).flat());
}

const isRowText = (text: string, passage: RankedPassage) =>
  text.includes(' | ') || (passage.position.row ?? 0) > 0;
const looksLikeTitle = (text: string) =>
  text.length <= 100 && !/[.!?…:;»”"')\]]$/.test(text) && !/^(?:[-•–*]|\d)/.test(text);

function linesOf(passage: RankedPassage): Line[] {
  const said = readerFor(passage);
  const lines = sentencesOf(passage.text).map(({ start, end }) => {
    const text = passage.text.slice(start, end);
    const isRow = isRowText(text, passage);
    const alone = passage.text[end] === '\n' && (start === 0 || passage.text[start - 1] === '\n');
    return {
      text,
      start,
      isRow,
      isTitle: !isRow && alone && looksLikeTitle(text),
      has: said(text),
    };
  });
  return lines.some(({ isTitle }) => !isTitle) ? lines : lines.map((line) => ({ ...line, isTitle: false }));
}

/** The question's words as the passage's language reads them, with what each weighs. */
function askedOf(words: readonly QuestionWord[], language: TextLanguage) {
  const asked = new Map<number, number>();
  for (const { terms, isExact } of words) {
    for (const term of terms) {
      if (term.language !== language || term.extra || term.meant) continue;
      asked.set(term.number, term.salience * (isExact ? exactness : 1));
    }
  }
  return asked;
}

const held = (asked: Map<number, number>, holds: (term: number) => boolean) => {
  let sum = 0;
  for (const [term, weight] of asked) if (holds(term)) sum += weight;
  return sum;
};

const names = (text: string) => text.slice(1).match(/(?<=[\s'’(«"“-])\p{Lu}\p{L}+/gu) ?? [];
const figures = (text: string) => text.match(/\p{N}+/gu) ?? [];

/**
 * The two or three sentences of the passages that answer a question, or that nothing does: decided from words alone,
 * before any model is asked. Table rows come as their own line.
 */
export function quote(
  question: string,
  _language: TextLanguage,
  passages: readonly RankedPassage[],
): Quotation {
  const nothing: Quotation = { sentences: [], answered: false };
  const best = passages[0];
  if (best === undefined) return nothing;
  const folded = fold(question.toLowerCase());
  const figureWanted = wantsFigure.test(folded);
  const nameWanted = wantsName.test(folded);
  const ownFigures = new Set(figures(question));
  const ownWords = new Set(folded.match(/\p{L}+/gu));

  let supported = 0;
  const candidates: { line: Line; passage: RankedPassage; rank: number; own: number; score: number }[] = [];
  for (const [rank, passage] of passages.slice(0, passagesRead).entries()) {
    const asked = askedOf(passage.asked, passage.language);
    const total = held(asked, () => true);
    if (total === 0) continue;
    const lines = linesOf(passage);
    const heading = readerFor(passage)(passage.position.heading ?? '');
    const whole = held(asked, (term) => heading.has(term) || lines.some(({ has }) => has.has(term))) / total;
    const own = lines.map(({ has }) => held(asked, (term) => has.has(term)) / total);
    for (const [index, line] of lines.entries()) {
      const before = lines[index - 1];
      const after = lines[index + 1];
      const around =
        held(
          asked,
          (term) => [before, line, after].some((near) => near?.has.has(term)) || heading.has(term),
        ) / total;
      supported = Math.max(supported, (whole + ((own[index] ?? 0) + around) / 2) / 2);
      if (line.isTitle) continue;
      const fits =
        (figureWanted && figures(line.text).some((figure) => !ownFigures.has(figure)) ? 1 : 0) +
        (nameWanted && names(line.text).some((name) => !ownWords.has(fold(name.toLowerCase()))) ? 1 : 0);
      candidates.push({
        line,
        passage,
        rank,
        own: own[index] ?? 0,
        score:
          (own[index] ?? 0) +
          worth.neighbours * Math.max(own[index - 1] ?? 0, own[index + 1] ?? 0) +
          worth.rank * (best.score > 0 ? passage.score / best.score : 0) +
          worth.passage * whole +
          worth.kind * fits +
          worth.substance * Math.min(1, line.text.length / fullSentence),
      });
    }
  }
  candidates.sort((a, b) => b.score - a.score);
  const first = candidates[0];
  if (first === undefined || supported < support) return nothing;

  // A row answers alone: other rows are other things' prices, unless they match as well.
  const chosen = first.line.isRow
    ? candidates.filter(({ line, own }) => line.isRow && own >= first.own)
    : candidates.filter(({ line }) => !line.isRow);
  const sentences = chosen
    .slice(0, sentencesQuoted)
    .sort((a, b) => a.rank - b.rank || a.line.start - b.line.start)
    .map(({ line, passage }) => ({
      text: line.isRow ? readable(narrowRow(line.text, passage)) : readable(line.text),
      passage,
    }));
  return { sentences, answered: true };
}

/** A row of more cells than this is told by those that the question is about. */
const cellsTold = 8;

/** Of a wide row: its first cell, which names it, and the cells that the question's words weigh most in. */
function narrowRow(text: string, passage: RankedPassage): string {
  const cells = text.split(' | ');
  if (cells.length <= cellsTold) return text;
  const asked = askedOf(passage.asked, passage.language);
  const said = readerFor(passage);
  const weighed = cells.map((cell, at) => {
    const has = said(cell);
    return { cell, at, weight: at === 0 ? Number.POSITIVE_INFINITY : held(asked, (term) => has.has(term)) };
  });
  return weighed
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
    .slice(0, cellsTold)
    .sort((a, b) => a.at - b.at)
    .map(({ cell }) => cell)
    .join(' | ');
}

function readable(text: string): string {
  const plain = text.replace(/^(?:[-•–*]\s+)/, '').trim();
  if (plain.length <= longestQuote) return plain;
  return `${plain.slice(0, plain.lastIndexOf(' ', longestQuote) > 0 ? plain.lastIndexOf(' ', longestQuote) : longestQuote)}…`;
}
