import { limits } from '@parlance/contract/limits';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Who has made more copies of one chatbot than this names the next one. */
const mostTried = 20;

/** “Accueil (3)” of “Accueil (2)”: the name before its number, cut where the number would not fit. */
function numbered(name: string, number: number): string {
  const ending = ` (${number})`;
  const kept = [...graphemes.segment(name)].slice(0, limits.chatbotName.max - ending.length);
  return (
    kept
      .map(({ segment }) => segment)
      .join('')
      .trimEnd() + ending
  );
}

/** The next name of a copy that nobody holds; the last one tried where all are taken. */
export async function freeName(name: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  const [, base = name, last] = /^(.*\S) \((\d{1,4})\)$/u.exec(name) ?? [];
  const first = last === undefined ? 2 : Number(last) + 1;
  for (let number = first; ; number++) {
    const next = numbered(base, number);
    if (number === first + mostTried - 1 || !(await isTaken(next))) return next;
  }
}
