const hyphens = /[-\u2010]/g;

/** A compound as it is compared, however its hyphens and apostrophes are written. */
const normaliseCompound = (word: string) => word.toLowerCase().replace(hyphens, '-').replaceAll('’', "'");

/** Small words inside compounds: "c’est-à-dire", "a-t-il", "arc-en-ciel", "state-of-the-art". */
const inside = 'à|t|en|de|du|la|le|les|et|sur|of|the|to|and|in|by|for';
const units =
  'un|une|et|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?';
/** Compounds whose two parts, put together, would be no word, or another one. */
const knownCompounds = new RegExp(
  `^(?:${[
    'peut-être',
    'rendez-vous',
    'week-end',
    '.*-mêmes?',
    '(?!voi-|de-|.*-de-).*-là',
    'là-.*',
    '(?:celui|celle|ceux|celles|par|temps|jours|mois|années)-ci',
    'ci-(?:dessus|dessous|joints?|jointes?|après|contre|devant)',
    '(?:au|par|là)-(?:dessus|dessous|delà|dedans|dehors|devant)',
    `(?:vingt|trente|quarante|cinquante|soixante|quatre|.*-(?:vingt|dix))-(?:${units})`,
    'dix-(?:sept|huit|neuf)',
    '(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-(?:one|two|three|four|five|six|seven|eight|nine)',
    'sous-(?!cri|trai(?!ta|ter)|trac|sign).*',
    '(?:demi|vice|quasi|après|arrière|self|well)-.*',
    'semi-(?!na|con|col).*',
    'non-(?!obst|chal|ant|sen).*',
    '.*[td]-(?:il|elle|on|ils|elles)',
    '.*(?:ez|tes)-vous',
    '.*(?:ons|mes)-nous',
    `.*-(?:${inside})-.*`,
  ].join('|')})$`,
);

const lastWord =
  /(?<![\p{L}\p{M}'’]|[\p{L}\p{M}'’][-\u2010])[\p{L}\p{M}'’]+(?:[-\u2010][\p{L}\p{M}'’]+)*(?=[-\u2010]$)/u;
const firstWord = /^[\p{L}\p{M}]+(?:[-\u2010][\p{L}\p{M}]+)*/u;
const words = /[\p{L}\p{M}'’]+((?:[-\u2010][\p{L}\p{M}]+)*)/gu;

/** Words with hyphens inside a line: where one of them ends a line in its middle, its hyphen is its own. */
export function* compoundsOf(line: string): Generator<string> {
  if (!/[-\u2010]/.test(line)) return;
  for (const [word, others] of line.matchAll(words)) if (others) yield normaliseCompound(word);
}

/** Two lines as one text: a word that was broken at the end of the first is whole again. */
export function joinLines(text: string, next: string, compounds: ReadonlySet<string>): string {
  if (!/\p{L}[-\u00ad\u2010]$/u.test(text) || !/^\p{Ll}/u.test(next)) return `${text} ${next}`;
  const whole = text.slice(0, -1) + next;
  const before = text.endsWith('\u00ad') ? undefined : lastWord.exec(text.slice(-80))?.[0];
  if (before === undefined) return whole;
  const word = normaliseCompound(`${before}-${firstWord.exec(next.slice(0, 80))?.[0] ?? ''}`);
  return knownCompounds.test(word) || compounds.has(word) ? text + next : whole;
}
