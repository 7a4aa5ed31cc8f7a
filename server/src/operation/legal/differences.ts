export interface Difference<T> {
  kind: 'same' | 'added' | 'removed';
  block: T;
}

/** What became of each block from one version to the next: the longest common sequence stays. */
export function differences<T extends { text: string }>(
  before: readonly T[],
  after: readonly T[],
): Difference<T>[] {
  // lengths[i][j]: the longest sequence that before from i and after from j share.
  const lengths = Array.from({ length: before.length + 1 }, () =>
    new Array<number>(after.length + 1).fill(0),
  );
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      (lengths[i] as number[])[j] =
        before[i]?.text === after[j]?.text ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const found: Difference<T>[] = [];
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    const [old, young] = [before[i], after[j]];
    if (old && young && old.text === young.text) {
      found.push({ kind: 'same', block: young });
      i++;
      j++;
    } else if (old && (!young || at(i + 1, j) >= at(i, j + 1))) {
      found.push({ kind: 'removed', block: old });
      i++;
    } else if (young) {
      found.push({ kind: 'added', block: young });
      j++;
    }
  }
  return found;
}
