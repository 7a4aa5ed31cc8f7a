// A number with its grouping ("14 250,50", "1,000.5"), or a word with what people put inside words.
// The letters' marks are taken so that decomposed accents stay in their word. First, a telephone number's pairs.
export const tokenPattern =
  /\p{N}{2}(?:[ \u00a0\u202f]\p{N}{2}){3,}(?![\p{L}\p{N}])|\p{N}{1,3}(?:[ \u00a0\u202f]\p{N}{3})+(?:[.,]\p{N}+)?(?![\p{L}\p{N}])|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’ʼ.,:/_&+·@‐‑-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*\+*/uy;

const blank = 0;
const letter = 1;
const digit = 2;
const joiner = 3;
/** The class of all other characters, which the pattern decides about. */
const other = 4;

/** The classes, as the pattern has them, of the characters that nearly all French and English is written with. */
const letterClasses = Uint8Array.from({ length: 0x180 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[0-9]/.test(character)) return digit;
  if (/\p{L}/u.test(character)) return letter;
  if (/['.,:/_&+·@-]/.test(character)) return joiner;
  return /[\p{N}\p{M}]/u.test(character) ? other : blank;
});
const apostrophe = 0x2019;
const plus = 0x2b;
const isGroupSpace = (code: number) => code === 0x20 || code === 0xa0 || code === 0x202f;

function classOf(code: number): number {
  if (code < letterClasses.length) return letterClasses[code] as number;
  if (code === apostrophe) return joiner;
  // General punctuation, whose hyphens are joiners and stand at its start.
  return code > 0x2011 && code < 0x2070 ? blank : other;
}

/** The class of the character at a place; past the end of a text `charCodeAt` says NaN. */
const classAt = (text: string, at: number) => (at < text.length ? classOf(text.charCodeAt(at)) : blank);

const endOfRun = (text: string, from: number): number => {
  let at = from;
  for (let kind = classAt(text, at); kind === letter || kind === digit; kind = classAt(text, at)) at += 1;
  return at;
};

/** The end of the token that starts with the letter or digit at `start`, as the pattern has it; undefined: ask it. */
function endOfToken(text: string, start: number): number | undefined {
  let end = endOfRun(text, start);
  const isGrouped =
    end - start <= 3 &&
    classAt(text, start) === digit &&
    isGroupSpace(text.charCodeAt(end)) &&
    classAt(text, end + 1) !== letter &&
    classAt(text, end + 1) !== blank;
  if (isGrouped) return undefined;
  for (;;) {
    const kind = classAt(text, end);
    if (kind === other) return undefined;
    if (kind !== joiner) break;
    const next = classAt(text, end + 1);
    if (next === other) return undefined;
    if (next !== letter && next !== digit) break;
    end = endOfRun(text, end + 1);
  }
  while (text.charCodeAt(end) === plus) end += 1;
  return end;
}

/**
 * Calls `found` with each token of the text and where it starts: what `tokenPattern` matches from place to place, at a
 * fraction of its time.
 */
export function forEachToken(text: string, found: (token: string, start: number) => void): void {
  for (let at = 0; at < text.length; ) {
    const kind = classOf(text.charCodeAt(at));
    if (kind === blank || kind === joiner) {
      at += 1;
      continue;
    }
    let end = kind === other ? undefined : endOfToken(text, at);
    if (end === undefined) {
      tokenPattern.lastIndex = at;
      const match = tokenPattern.exec(text);
      if (match === null) {
        // Not into the middle of a pair: the pattern would look at it again.
        at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
        continue;
      }
      end = at + match[0].length;
    }
    found(text.slice(at, end), at);
    at = end;
  }
}
