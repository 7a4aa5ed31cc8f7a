/** A number written in words, where it stands in a text. */
export interface WrittenNumber {
  value: number;
  start: number;
  end: number;
}

const list = (text: string) => text.trim().split(/\s+/);
const numberEntries = (words: string, from: number, step = 1): [string, number][] =>
  list(words).flatMap((alike, at) =>
    alike.split('|').map((word): [string, number] => [word, from + at * step]),
  );

/** Words that add their value to what stands in front of them. */
const units = new Map<string, number>([
  ...numberEntries(
    'zero un|une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
    0,
  ),
  ...numberEntries('vingt trente quarante cinquante soixante septante octante nonante', 20, 10),
  ['huitante', 80],
  ...numberEntries(
    `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen`,
    1,
  ),
  ...numberEntries('twenty thirty forty|fourty fifty sixty seventy eighty ninety', 20, 10),
]);
/** Words that multiply what stands in front of them. */
const scales = new Map<string, number>([
  ['cent', 100],
  ['cents', 100],
  ['hundred', 100],
  ['mille', 1000],
  ['thousand', 1000],
  ['million', 1_000_000],
  ['millions', 1_000_000],
  ['milliard', 1_000_000_000],
  ['milliards', 1_000_000_000],
  ['billion', 1_000_000_000],
]);
const groups = new Map<string, number>([
  ['dizaine', 10],
  ['douzaine', 12],
  ['quinzaine', 15],
  ['vingtaine', 20],
  ['trentaine', 30],
  ['cinquantaine', 50],
  ['centaine', 100],
  ['dozen', 12],
]);
const ordinals = new Map<string, number>([
  ...numberEntries(
    'deuxieme troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme dixieme onzieme douzieme',
    2,
  ),
  ...numberEntries('third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth', 3),
]);

const word = /[a-z]+/g;
const between = /^(?:[ -]|[ -]et[ -]| and )$/;
/** "Neuf" is also new: a number only in front of what is counted. */
const isCounted = (rest: string) => /^ (?:h|heures?|euros?|ans?|mois|\p{L}+s)(?!\p{L})/u.test(rest);

/**
 * The numbers that a text says in words, French or English: "mille deux cents", "twenty-five", "une douzaine". One alone
 * ("un", "a") is no number but an article. The text has no accents and no capitals.
 */
export function numberWordsIn(text: string): WrittenNumber[] {
  const found: WrittenNumber[] = [];
  let open: { start: number; end: number; total: number; group: number; words: string[] } | undefined;
  const close = () => {
    if (open) {
      const { start, end, total, group, words } = open;
      const isArticle = words.length === 1 && /^(?:un|une|one)$/.test(words[0] as string);
      const isNew = words.length === 1 && words[0] === 'neuf' && !isCounted(text.slice(end, end + 30));
      const isCoin = words.length === 1 && /^cents?$/.test(words[0] as string) && words[0] !== 'cent';
      if (!isArticle && !isNew && !isCoin) found.push({ value: total + group, start, end });
    }
    open = undefined;
  };
  for (const { 0: said, index } of text.matchAll(word)) {
    if (/[\p{L}\p{N}'’]/u.test(text[index - 1] ?? '') && !/['’]/.test(text[index - 1] ?? '')) continue;
    const end = index + said.length;
    const unit = units.get(said);
    const scale = scales.get(said);
    if (open && (unit !== undefined || scale !== undefined) && !between.test(text.slice(open.end, index)))
      close();
    if (unit !== undefined) {
      // "Deux trois": two numbers, but "quatre-vingt", "soixante-dix", "twenty-five", "cent deux".
      const continues =
        open !== undefined &&
        ((said === 'vingt' && open.group % 100 === 4) ||
          open.group % 100 === 0 ||
          (open.group % 100 >= 20 && unit < 20));
      if (open && !continues) close();
      open ??= { start: index, end, total: 0, group: 0, words: [] };
      open.group += said === 'vingt' && open.group % 100 === 4 ? 76 : unit;
    } else if (said === 'vingts' && open && open.group % 100 === 4) {
      open.group += 76;
    } else if (scale !== undefined) {
      open ??= { start: index, end, total: 0, group: 0, words: [] };
      if (scale === 100) open.group = Math.max(open.group, 1) * 100;
      else {
        open.total += Math.max(open.group, 1) * scale;
        open.group = 0;
      }
    } else {
      const other = groups.get(said.replace(/s$/, '')) ?? ordinals.get(said);
      if (other === undefined) continue;
      close();
      found.push({ value: other, start: index, end });
      continue;
    }
    open.end = end;
    open.words.push(said);
  }
  close();
  return found;
}
