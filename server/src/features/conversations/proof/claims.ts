import type { Denial } from './words.ts';

/** What a text may claim beside its words: each in its ways of saying it, and what says the contrary. */
interface Kind {
  name: string;
  says: RegExp;
  denies?: RegExp;
  /** A weaker word that says it of a source, though not of a sentence. */
  impliedBy?: RegExp;
  /** Whether it falls also where the passages say nothing of it. */
  isNeverInvented: boolean;
}

/** Alternatives as whole words. */
const whole = (alternatives: string) => `(?<![\\p{L}-])(?:${alternatives})(?!\\p{L})`;

const kinds: readonly Kind[] = [
  {
    name: 'free',
    says: new RegExp(
      whole(
        `gratuit(?:e|s|es|ement)?|gratis|offert(?:e|s|es)?|sans frais|sans supplement|sans cout|sans surcout|(?:entree|acces) libre|free of charge|for free|(?<!feel )(?<!-)free(?! from| of (?!charge)| to | time)|complimentary|(?:no|without) (?:extra |additional )?(?:charge|cost|fee)s?|at no (?:extra |additional )?(?:charge|cost)|on the house`,
      ),
      'gu',
    ),
    denies: new RegExp(
      whole(
        `payant(?:e|s|es)?|en supplement|moyennant|charged|for a fee|at extra cost|surcharge|chargeable|(?:not|pas|n'est pas) (?:free|gratuite?s?)`,
      ),
      'gu',
    ),
    isNeverInvented: true,
  },
  {
    name: 'included',
    says: new RegExp(
      whole(
        `inclu(?:s|se|ses|t|ent|re|ant)?|compris(?:e|es)?|comprend|comprennent|comprenant|included?|includes|including|inclusive`,
      ),
      'gu',
    ),
    denies: new RegExp(
      whole('exclu(?:s|se|ses)?|en sus|non compris(?:e|es)?|excluded|excluding|extra'),
      'gu',
    ),
    isNeverInvented: true,
  },
  {
    name: 'only',
    says: new RegExp(
      whole(
        `seulement|uniquement|exclusivement|(?:le|la|les|un|une|l') ?seule?s?|seule?s? (?:le|la|les)|reserve(?:e|s|es)? (?:aux?|a la)|only|solely|exclusively|nothing but|strictly|no one else`,
      ),
      'gu',
    ),
    isNeverInvented: true,
  },
  {
    name: 'always',
    says: new RegExp(
      whole(
        `toujours|en permanence|a toute heure|a tout moment|nuit et jour|jour et nuit|always|at all times|at any time|any time|anytime|around the clock|day and night|24h\\/24|24\\/7|24 hours a day`,
      ),
      'gu',
    ),
    isNeverInvented: true,
  },
  {
    name: 'all',
    says: new RegExp(
      whole(
        `(?:tous|toutes) (?:les|nos|vos|ces|types)(?! (?:soirs|jours|matins|mois|ans|semaines|\\p{L}+ (?:heures|jours|semaines|mois|ans|minutes)))|n'importe (?:quel|quelle|quels|quelles|qui)|quel(?:le)?s? que soi(?:t|ent)|all (?:the|our|your|of|types|kinds|\\p{L}+s)|every(?! (?:day|week|month|year|evening|morning|night|other|hour|\\d|two|three|four|five|six|\\p{L}+ (?:hours|days|weeks|months|years|minutes)))|everyone|everybody|tout le monde`,
      ),
      'gu',
    ),
    impliedBy: new RegExp(whole('tout(?:e|es)?|tous|chaque|each|any|all|every|entire|whole|ensemble'), 'gu'),
    isNeverInvented: true,
  },
  {
    name: 'unlimited',
    says: new RegExp(
      whole('illimite(?:e|s|es)?|a volonte|sans limite|unlimited|without limit|no limit|as much as you like'),
      'gu',
    ),
    denies: new RegExp(whole('limite(?:e|s|es)?|limited'), 'gu'),
    isNeverInvented: true,
  },
  {
    name: 'guaranteed',
    says: new RegExp(whole('garanti(?:e|s|es|r|t|ssons|ssent)?|guarantee(?:d|s)?'), 'gu'),
    isNeverInvented: true,
  },
  {
    name: 'required',
    says: new RegExp(
      whole(
        'obligatoire(?:s|ment)?|imperati(?:f|ve|vement)|exige(?:e|s|es)?|requis(?:e|es)?|mandatory|compulsory|required',
      ),
      'gu',
    ),
    denies: new RegExp(whole('facultati(?:f|ve|fs|ves)|optionnel(?:le|s|les)?|optional|en option'), 'gu'),
    isNeverInvented: false,
  },
  {
    name: 'allowed',
    says: new RegExp(
      whole(
        'admis(?:e|es)?|accept(?:e|es|ee|ees|er|ons|ent|ed|s)?|autorise(?:e|s|es)?|permis(?:e|es)?|bienvenue?s?|allow(?:ed|s)?|permit(?:ted|s)?|welcome|tolere(?:e|s|es)?',
      ),
      'gu',
    ),
    denies: new RegExp(
      whole(
        'interdi(?:t|te|ts|tes|sons)|refus(?:e|es|ee|ees|ons|ent|ed)?|defendue?s?|proscrite?s?|prohibited|forbidden|banned|refuse[ds]?',
      ),
      'gu',
    ),
    isNeverInvented: false,
  },
  {
    name: 'open',
    says: new RegExp(whole('ouver(?:t|te|ts|tes|ture)|ouvr(?:e|ent|ons)|open(?:s|ed|ing)?'), 'gu'),
    denies: new RegExp(whole('ferm(?:e|ee|es|ees|ent|ons|eture)|clos(?:e|es|ed|ing)?|shut'), 'gu'),
    isNeverInvented: false,
  },
  {
    name: 'possible',
    says: new RegExp(whole('possibles?'), 'gu'),
    denies: new RegExp(whole('impossibles?'), 'gu'),
    isNeverInvented: false,
  },
  {
    name: 'available',
    says: new RegExp(whole('disponibles?|available'), 'gu'),
    denies: new RegExp(whole('indisponibles?|complets?|unavailable|sold out|fully booked|epuisee?s?'), 'gu'),
    isNeverInvented: false,
  },
  {
    name: 'refundable',
    says: new RegExp(
      whole('rembours(?:e|es|ee|ees|able|ables|ons|ement|ements|er)|refund(?:ed|able|s)?|reimburse(?:d|s)?'),
      'gu',
    ),
    denies: new RegExp(whole('non[- ]remboursables?|non-?refundable'), 'gu'),
    isNeverInvented: false,
  },
];

const affirmedBit = 1;
const deniedBit = 2;

/** What a text claims, by kind: that it is so, that it is not so, or both of different things (bits). */
export type Claims = ReadonlyMap<string, number>;

/** A text as claims are read in it: folded for its quantities, and where it denies. */
interface ClaimingText {
  folded: string;
  denials: readonly Denial[];
}

/** What a sentence claims, or a line of a source. */
export function claimsOf({ folded: words, denials }: ClaimingText, isSource: boolean): Claims {
  const claims = new Map<string, number>();
  // "Ne … que" is only.
  if (
    /(?<!\p{L})n(?:e |')(?:[\p{L}']{1,30} ){1,4}qu(?:e |')/u.test(words) &&
    !/(?<!\p{L})(?:pas|plus|jamais) qu/u.test(words)
  )
    claims.set('only', affirmedBit);
  const isDenied = (start: number, end: number) => denials.some((one) => one.start < end && start < one.end);
  for (const { name, says, denies, impliedBy } of kinds) {
    let bits = claims.get(name) ?? 0;
    const contrary: { start: number; end: number }[] = [];
    for (const { 0: found, index } of denies ? words.matchAll(denies) : []) {
      contrary.push({ start: index, end: index + found.length });
      bits |= isDenied(index, index + found.length) ? affirmedBit : deniedBit;
    }
    for (const { 0: found, index } of words.matchAll(says)) {
      const end = index + found.length;
      if (contrary.some((one) => one.start < end && index < one.end)) continue;
      const negatesItself = /^(?:sans|no|without|at no)/.test(found);
      bits |= !negatesItself && isDenied(index, end) ? deniedBit : affirmedBit;
    }
    if (isSource && impliedBy && words.search(impliedBy) >= 0) bits |= affirmedBit;
    if (bits !== 0) claims.set(name, bits);
  }
  return claims;
}

const neverInvented = new Set(kinds.filter(({ isNeverInvented }) => isNeverInvented).map(({ name }) => name));

/** Whether a sentence claims what the lines that it rests on don't, or the contrary of what they say. */
export function doesClaimMore(sentence: Claims, lines: Claims): boolean {
  for (const [name, bits] of sentence) {
    const known = lines.get(name) ?? 0;
    if (neverInvented.has(name) && (bits & affirmedBit) !== 0 && (known & affirmedBit) === 0) return true;
    if (known !== 0 && (bits & known) === 0) return true;
  }
  return false;
}

/** The claims of several lines together: they say what each of them says. */
export function joinClaims(claims: Iterable<Claims>): Claims {
  const all = new Map<string, number>();
  for (const some of claims) for (const [name, bits] of some) all.set(name, (all.get(name) ?? 0) | bits);
  return all;
}

/** What a question's claims become by its answer: as asked after "yes", the contrary after "no". */
export const answerClaims = (question: Claims, isYes: boolean): Claims =>
  new Map([...question].map(([name]): [string, number] => [name, isYes ? affirmedBit : deniedBit]));

const contraries =
  /(?<!\p{L})(?:sauf|except(?:e|es|ing|ed)?|hormis|hors|excluding|apart from|aucune?|none|nothing|rien)(?!\p{L})/u;

/** Whether anything is denied, by a word of denial or by one that says the contrary of something. */
export const deniesSomething = ({ denials, folded }: ClaimingText, claims: Claims) =>
  denials.some(({ isOfWord }) => !isOfWord) ||
  [...claims.values()].some((bits) => (bits & deniedBit) !== 0) ||
  contraries.test(folded);
