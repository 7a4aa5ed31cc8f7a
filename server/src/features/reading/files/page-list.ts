const maxRanges = 20;

/** Pages as a sentence names them: `3–5, 8`; the first of them where there are too many for one. */
export function formatPageRanges(pages: readonly number[]): string {
  const ranges: string[] = [];
  for (let at = 0; at < pages.length; ) {
    let end = at;
    while (pages[end + 1] === (pages[end] as number) + 1) end++;
    ranges.push(end > at ? `${pages[at]}–${pages[end]}` : String(pages[at]));
    at = end + 1;
  }
  return [...ranges.slice(0, maxRanges), ...(ranges.length > maxRanges ? ['…'] : [])].join(', ');
}
