import { limits } from '@parlance/contract/limits';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Numbers that are tried: who has made more copies of one chatbot names the next one. */
const maxTries = 20;

/** The name with a number, cut before it where it would not fit. */
function addNumber(base: string, number: number): string {
  const ending = ` (${number})`;
  const kept = [...graphemes.segment(base)].slice(0, limits.chatbotName.max - ending.length);
  return (
    kept
      .map(({ segment }) => segment)
      .join('')
      .trimEnd() + ending
  );
}

/** The name that the server would give a copy, for the person to see first; the last one tried where all are taken. */
export async function findFreeName(
  name: string,
  isTaken: (name: string) => Promise<boolean>,
): Promise<string> {
  const base = name.replace(/ \(\d{1,6}\)$/, '');
  for (let number = 2; ; number++) {
    const next = addNumber(base, number);
    if (number > maxTries || !(await isTaken(next))) return next;
  }
}
