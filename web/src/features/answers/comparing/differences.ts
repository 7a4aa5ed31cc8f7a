export interface Part {
  text: string;
  /** Only in the first text, only in the second, or in both. */
  in: 'first' | 'second' | 'both';
}

/** Comparisons beyond which what lies between the common ends is shown as wholly different: nobody waits for it. */
const maxComparisons = 2_000_000;

const wordsOf = (text: string) => text.match(/\S+\s*|^\s+/g) ?? [];
const trimmedWord = (word: string) => word.trimEnd();

/** Word by word, what two texts share and what each has alone. */
export function compareWords(first: string, second: string): Part[] {
  const [a, b] = [wordsOf(first), wordsOf(second)];
  const same = (i: number, j: number) => trimmedWord(a[i] as string) === trimmedWord(b[j] as string);
  let head = 0;
  while (head < a.length && head < b.length && same(head, head)) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && same(a.length - 1 - tail, b.length - 1 - tail))
    tail++;

  const parts: Part[] = [];
  const put = (text: string, where: Part['in']) => {
    const last = parts.at(-1);
    if (last?.in === where) last.text += text;
    else if (text !== '') parts.push({ text, in: where });
  };
  const rows = a.length - head - tail;
  const columns = b.length - head - tail;
  for (let at = 0; at < head; at++) put(b[at] as string, 'both');
  if (rows * columns > maxComparisons) {
    put(a.slice(head, head + rows).join(''), 'first');
    put(b.slice(head, head + columns).join(''), 'second');
  } else {
    // How many words the rests share from each pair of places on.
    const width = columns + 1;
    const shared = new Uint16Array((rows + 1) * width);
    const at = (i: number, j: number) => shared[i * width + j] as number;
    for (let i = rows - 1; i >= 0; i--)
      for (let j = columns - 1; j >= 0; j--)
        shared[i * width + j] = same(head + i, head + j)
          ? at(i + 1, j + 1) + 1
          : Math.max(at(i + 1, j), at(i, j + 1));
    for (let i = 0, j = 0; i < rows || j < columns; ) {
      if (i < rows && j < columns && same(head + i, head + j)) {
        put(b[head + j] as string, 'both');
        i++;
        j++;
      } else if (j >= columns || (i < rows && at(i + 1, j) >= at(i, j + 1)))
        put(a[head + i++] as string, 'first');
      else put(b[head + j++] as string, 'second');
    }
  }
  for (let at = b.length - tail; at < b.length; at++) put(b[at] as string, 'both');
  return parts;
}
