export interface Span {
  start: number;
  end: number;
}

// Abbreviations: a point after these ends no sentence. Written without accents' variants that nobody types.
const abbreviations = new Set(
  `m mm mme mlle mr mrs ms dr pr st ste prof me mgr al art arts av bd boul cf ch chap col coll ed éd env ex fig figs hab
  ibid id inc jr sr ltd n no nos nr op p pp par ref réf resp s sec sect sq ss suiv t tel tél tom trad v var vol vs approx
  dept est etc gen gov rev sgt capt lt maj hon janv févr avr juil sept oct nov déc jan feb apr jul aug dec e.g i.e p.ex`.split(
    /\s+/,
  ),
);
// "etc." and "al." do end sentences when a capital follows, more often than not.
abbreviations.delete('etc');

const stop = /(?<![.!?…])[.!?…]+["'”’»)\]\u00a0\u202f]*(?: »)?(?=\s|$)|\n/g;
// What may open a sentence. Digits do too, but a number after an abbreviation ("art. 5") was ruled out before.
const opening = /^[\s"'“‘«([—–•*\u00a0\u202f-]*[\p{Lu}\p{Lt}\p{Lo}\p{N}¿¡]/u;

/** What a figure is given in: "à 18 h. Le samedi …", "until 6 p.m. Saturdays …" are two sentences where a capital follows. */
const measured = /\p{N}[\s\u00a0\u202f]?(?:h|m|l|g|s|km|kg|mn|min|cm|mm|[ap]\.m|ans?|v|w)$/iu;
const capital = /^\s+[«“"]?[\s\u00a0\u202f]?\p{Lu}/u;

// Marks without a word, or a note in brackets ("[citation needed]."): they belong to the sentence before.
const remainder = /^(?:\[[^[\]]*\]|[^\p{L}\p{N}[\]])+$/u;
const maxRemainderLength = 60;

/** Whether the mark at `stopStart`, with what follows at `next`, ends a sentence. */
export function endsSentence(text: string, stopStart: number, mark: string, next: number): boolean {
  if (next >= text.length) return true;
  // « Vraiment ? » demanda-t-il: a small letter goes on with the sentence.
  if (!mark.startsWith('.')) return opening.test(text.slice(next, next + 12));
  // A point that stands alone (" . ") is how some exports end every sentence, capitals or not.
  if (/\s/.test(text[stopStart - 1] ?? '')) return true;
  const word =
    /[\p{L}\p{N}.]{1,12}$/u.exec(text.slice(Math.max(0, stopStart - 12), stopStart))?.[0].toLowerCase() ?? '';
  if (mark.startsWith('...')) return opening.test(text.slice(next, next + 12));
  if (measured.test(text.slice(Math.max(0, stopStart - 12), stopStart)))
    return capital.test(text.slice(next, next + 12));
  if (abbreviations.has(word) || /^\p{L}$/u.test(word) || /^(?:\p{L}\.)+\p{L}$/u.test(word)) return false;
  return opening.test(text.slice(next, next + 12));
}

/**
 * The sentences of a text as spans without the space around them; a new line always ends one. Abbreviations, initials
 * and decimal points don't. In time linear in the text.
 */
export function sentencesOf(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  const push = (end: number) => {
    let from = start;
    let to = end;
    while (from < to && /\s/.test(text[from] ?? '')) from += 1;
    while (to > from && /\s/.test(text[to - 1] ?? '')) to -= 1;
    const before = spans.at(-1);
    const belongsBefore =
      before !== undefined &&
      to - from <= maxRemainderLength &&
      remainder.test(text.slice(from, to)) &&
      !text.slice(before.end, from).includes('\n');
    if (belongsBefore) before.end = to;
    else if (to > from) spans.push({ start: from, end: to });
    start = end;
  };
  for (const match of text.matchAll(stop)) {
    const end = match.index + match[0].length;
    if (match[0] === '\n' || endsSentence(text, match.index, match[0], end)) push(end);
  }
  push(text.length);
  return spans;
}
