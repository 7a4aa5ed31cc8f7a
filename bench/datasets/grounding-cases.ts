import { quantitiesIn } from '../../server/src/features/conversations/proof/quantities.ts';
import { sentencesOf, type TextLanguage, termsOf } from '../../server/src/features/reading/service.ts';
import type { Passage } from './grounding-passages.ts';

/** Sentences made from passages by rule: what each kind does to one, and whether its passage still says it. */
export const caseKinds = {
  true: true,
  reworded: true,
  across: true,
  'wrong figure': false,
  'wrong figure, across': false,
  'wrong name': false,
  'swapped subject': false,
  'invented clause': false,
  negated: false,
} as const;
export type CaseKind = keyof typeof caseKinds;

export interface GroundingCase {
  kind: CaseKind;
  language: TextLanguage;
  sentence: string;
  passage: Passage;
}

/** A word's other names, in its own language or the other. */
export type Renames = (word: string, from: TextLanguage, to: TextLanguage) => string | undefined;

interface Line {
  text: string;
  passage: Passage;
}

const other = { fr: 'en', en: 'fr' } as const;
const wantedEach: Record<CaseKind, number> = {
  true: 8,
  reworded: 4,
  across: 4,
  'wrong figure': 3,
  'wrong figure, across': 2,
  'wrong name': 4,
  'swapped subject': 5,
  'invented clause': 5,
  negated: 5,
};

const clauses: Record<TextLanguage, string[]> = {
  fr: [
    'et comprend un massage aux pierres chaudes',
    'avec une dégustation de fromages de montagne',
    'et donne droit à une peluche brodée',
    'grâce à un partenariat avec une compagnie aérienne',
    'et le champagne coule à flots',
    'avec une visite guidée en montgolfière',
    'et un magicien amuse les enfants',
  ],
  en: [
    'and includes a hot stone massage',
    'with a tasting of mountain cheeses',
    'and entitles you to an embroidered teddy bear',
    'thanks to a partnership with an airline',
    'and champagne flows freely',
    'with a guided balloon tour',
    'and a magician entertains the audience',
  ],
};
const names = ['Brandenburg', 'Vasseur', 'Kowalski', 'Tregastel', 'Okafor', 'Lindqvist'];

const words = /\p{L}[\p{L}'’-]*/gu;
/** Names that do not begin the sentence. */
const nameInside = /(?<=\p{Ll}[ ’'«]{1,2})\p{Lu}\p{Ll}{3,}/u;
const figure = /(?<![\p{L}\d.,])\d{1,3}(?![\p{L}\d]|[.,]\d)/u;

const denials: Record<TextLanguage, readonly (readonly [RegExp, string])[]> = {
  fr: [
    [/(?<!\p{L})n[’']est (?:pas|plus) /u, 'est '],
    [/(?<!\p{L})ne sont (?:pas|plus) /u, 'sont '],
    [/(?<!\p{L})ne (\p{L}+) (?:pas|plus)(?!\p{L})/u, '$1'],
    [/(?<![\p{L}’'])est (?=\p{L})/u, 'n’est pas '],
    [/(?<!\p{L}|ne )sont (?=\p{L})/u, 'ne sont pas '],
    [
      /(?<!\p{L})(peut|peuvent|doit|doivent|coûte|coûtent|comprend|ouvre|ferme|dure|durent|part|prend) /u,
      'ne $1 pas ',
    ],
  ],
  en: [
    [/ (is|are|can|may|must|does|do) not /u, ' $1 '],
    [/ cannot /u, ' can '],
    [/ (is|are|can|may|must|will) (?=\p{L})/u, ' $1 not '],
    [/ (costs?|includes?|opens?|takes?|lasts?) /u, ' does not $1 '],
  ],
};

const denying =
  /(?<!\p{L})(?:ne |n[’'](?=\p{L})|ni |sans |sauf |not |never |no |cannot |without |except )/giu;

const lowered = (text: string) =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text[0]?.toLowerCase() + text.slice(1) : text;
const raised = (text: string) => (text[0] ?? '').toUpperCase() + text.slice(1);
const withoutPoint = (text: string) => text.replace(/\s*[.!;]$/, '');

/** Order and person changed a little, in turn. */
function slightly(text: string, language: TextLanguage, turn: number): string {
  const parts = withoutPoint(text).split(', ');
  const second = parts[1] ?? '';
  if (
    turn % 3 === 0 &&
    parts.length === 2 &&
    second.length > 12 &&
    !/^(?:et|and|mais|but|puis|sinon)/i.test(second)
  )
    return `${raised(second)}, ${lowered(parts[0] ?? '')}.`;
  if (turn % 3 === 1)
    return language === 'fr'
      ? text
          .replace(/(?<!\p{L})Nos(?!\p{L})/u, 'Leurs')
          .replace(/(?<!\p{L})nos(?!\p{L})/gu, 'les')
          .replace(/(?<!\p{L})notre(?!\p{L})/gu, 'cette')
      : text.replace(/\b[Oo]ur\b/g, 'the').replace(/\b[Yy]ou\b/g, 'one');
  return `${language === 'fr' ? 'Oui' : 'Yes'}, ${lowered(text)}`;
}

/** The words that carry a sentence's subject, and where they stand. */
function subjects(text: string, language: TextLanguage) {
  const places = new Map<number, { start: number; end: number; stem: string }>();
  const quantities = quantitiesIn(text);
  for (const { term, start, end, extra } of termsOf(text, language))
    if (!extra && /^[a-z]{4,}$/.test(term) && !quantities.some((one) => one.start < end && start < one.end))
      places.set(start, { start, end, stem: term });
  return [...places.values()];
}

const determiner = /^(?:(?:le|la|les|un|une|des|nos|notre|ce|cette|the|an?|our|this|these|your) |l[’'])/i;

/** The noun that a sentence begins with. */
function subjectOf(text: string, language: TextLanguage) {
  const [first] = subjects(text, language);
  const [article = ''] = determiner.exec(text) ?? [];
  return first && article !== '' && first.start <= article.length ? first : undefined;
}

const replaced = (text: string, { start, end }: { start: number; end: number }, by: string) =>
  text.slice(0, start) + by + text.slice(end);

function reworded(text: string, language: TextLanguage, renames: Renames): string | undefined {
  let changed = 0;
  const said = text.replace(words, (word, at: number) => {
    const name = at > 0 && changed < 2 ? renames(word.toLowerCase(), language, language) : undefined;
    if (name === undefined) return word;
    changed++;
    return name;
  });
  return changed === 0 ? undefined : said;
}

/** Word for word where nearly all have a name in the other language; the small words between are left out. */
function translated(text: string, language: TextLanguage, renames: Renames): string | undefined {
  const carrying = subjects(text, language);
  const quantities = quantitiesIn(text).filter(({ start, end }) => /\d/.test(text.slice(start, end)));
  const parts = [
    ...carrying.map(({ start, end }) => ({
      start,
      text: renames(text.slice(start, end).toLowerCase(), language, other[language]),
    })),
    ...quantities.map(({ start, end }) => ({ start, text: text.slice(start, end) as string | undefined })),
  ].sort((a, b) => a.start - b.start);
  const unnamed = carrying.filter((_, at) => parts.filter(({ text }) => text === undefined)[at]).length;
  if (
    carrying.length < 3 ||
    unnamed > carrying.length / 4 ||
    /(?<!\p{L})(?:ne|n[’']|not|no|sans|without)(?!\p{L})/iu.test(text)
  )
    return undefined;
  return `${raised(parts.flatMap(({ text }) => text ?? []).join(' '))}.`;
}

function wrongFigure(text: string, turn: number): string | undefined {
  const found = figure.exec(text);
  if (!found) return undefined;
  return replaced(
    text,
    { start: found.index, end: found.index + found[0].length },
    String(Number(found[0]) + 1 + (turn % 4)),
  );
}

function made(
  kind: CaseKind,
  { text, passage }: Line,
  lines: readonly Line[],
  turn: number,
  renames: Renames,
): string | undefined {
  const { language } = passage;
  switch (kind) {
    case 'true':
      return slightly(text, language, turn);
    case 'reworded':
      return reworded(text, language, renames);
    case 'across':
      return translated(text, language, renames);
    case 'wrong figure':
      return wrongFigure(text, turn);
    case 'wrong figure, across': {
      const abroad = translated(text, language, renames);
      return abroad && wrongFigure(abroad, turn);
    }
    case 'wrong name':
      return nameInside.test(text)
        ? text.replace(nameInside, names[turn % names.length] as string)
        : undefined;
    case 'swapped subject': {
      const own = subjectOf(text, language);
      if (!own) return undefined;
      const line = lines.find(
        (one) =>
          one.passage === passage &&
          one.text !== text &&
          subjectOf(one.text, language) &&
          !subjects(text, language).some(({ stem }) => stem === subjectOf(one.text, language)?.stem),
      );
      const foreign = line && subjectOf(line.text, language);
      return foreign && raised(replaced(text, own, lowered(line.text.slice(foreign.start, foreign.end))));
    }
    case 'invented clause':
      return `${withoutPoint(text)} ${clauses[language][turn % clauses[language].length]}.`;
    case 'negated': {
      if ((text.match(denying)?.length ?? 0) > 1) return undefined;
      const denial = denials[language].find(([pattern]) => pattern.test(text));
      return denial && text.replace(denial[0], denial[1]);
    }
  }
}

/** As many of each kind as are wanted of one organisation, from lines spread over its passages. */
export function casesOf(passages: readonly Passage[], renames: Renames): GroundingCase[] {
  const lines = passages.flatMap((passage) =>
    sentencesOf(passage.text).flatMap(({ start, end }) => {
      const text = passage.text.slice(start, end).replace(/^[-•–]\s*/, '');
      const isSaid = /[.;!]$/.test(text) && !text.includes(' | ') && text.length >= 40 && text.length <= 220;
      return isSaid && subjects(text, passage.language).length >= 3 ? [{ text, passage }] : [];
    }),
  );
  return (Object.keys(caseKinds) as CaseKind[]).flatMap((kind, offset) => {
    const cases: GroundingCase[] = [];
    for (let at = 0; at < lines.length && cases.length < wantedEach[kind]; at++) {
      const line = lines[(offset * 5 + at * 7) % lines.length] as Line;
      const sentence = made(kind, line, lines, cases.length + at, renames);
      if (sentence === undefined || cases.some((one) => one.sentence === sentence)) continue;
      const isAbroad = kind.includes('across');
      const language = isAbroad ? other[line.passage.language] : line.passage.language;
      cases.push({ kind, language, sentence, passage: line.passage });
    }
    return cases;
  });
}
