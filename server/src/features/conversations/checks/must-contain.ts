/** A number with its thousands apart: "1 200 000". */
const groupedNumber = /(?<!\d)\d{1,3}(?: \d{3})+(?!\d)/g;

/** A text as it is compared: what differs between two ways of writing one thing is gone. */
const foldAnswer = (text: string) =>
  text
    .replace(/[\u2018\u2019\u02bc\u2032\u00b4]/g, "'")
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/[“„«]\s*|(?<!\s)\s+[”»]|[”»]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    // A model's emphasis.
    .replace(/[*`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    // French sets a space here, English none.
    .replace(/ (?=[%€$£:;!?])|(?<=[€$£]) (?=\d)/g, '')
    .replace(groupedNumber, (number) => number.replaceAll(' ', ''));

const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character);
const isPoint = (character: string | undefined) => character === '.' || character === ',';

/** Whether the match would cut a number: "12" is no part of "120", of "312" or of "12,5". */
function cutsNumber(text: string, from: number, to: number): boolean {
  const before =
    isDigit(text[from]) && (isDigit(text[from - 1]) || (isPoint(text[from - 1]) && isDigit(text[from - 2])));
  const after = isDigit(text[to - 1]) && (isDigit(text[to]) || (isPoint(text[to]) && isDigit(text[to + 1])));
  return before || after;
}

function stands(wanted: string, text: string): boolean {
  for (let from = text.indexOf(wanted); from >= 0; from = text.indexOf(wanted, from + 1)) {
    if (!cutsNumber(text, from, from + wanted.length)) return true;
  }
  return false;
}

/**
 * Those of these texts that an answer does not hold, whatever their case, accents, apostrophes, dashes and spaces: "1
 * 200 €" is "1200€". Numbers are compared whole: a price of 1 200 € is none of 200 €. `citations` are the numbers that
 * the answer cites its passages by; they are no part of what it says.
 */
export function findMissing(
  answer: string,
  mustContain: readonly string[],
  citations: readonly { number: number }[],
): string[] {
  const cited = new Set(citations.map(({ number }) => number));
  const said = answer.replace(/\s?\[(\d{1,3})\]/g, (found, number) =>
    cited.has(Number(number)) ? '' : found,
  );
  const text = foldAnswer(said);
  return mustContain.filter((wanted) => {
    const sought = foldAnswer(wanted);
    return sought === '' ? !said.includes(wanted.trim()) : !stands(sought, text);
  });
}
