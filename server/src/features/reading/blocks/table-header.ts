export const isFigure = (cell: string) => /^[\s\d.,:/%€$£+-]+$/.test(cell) && /\d/.test(cell);

/** On its own, or with its quarter or month: 2024, 01/2024. */
export const isYear = (cell: string) => /^(?:\d{1,2}[/.-])?(?:19|20)\d{2}(?:[/.-]\d{1,2})?$/.test(cell);

/** What stands where there is no value. */
export const isDash = (cell: string) => /^[-–—−*…]+$/.test(cell);

/** Whether a table's first row names its columns: all of it words, none twice, none longer than a name. */
export function looksLikeHeader(first: readonly string[], second: readonly string[]): boolean {
  const names = first.map((cell) => cell.trim());
  const filled = names.filter((name) => name !== '');
  if (filled.length === 0 || filled.length < Math.min(first.length, second.length) / 2) return false;
  if (filled.some((name) => name.length > 200)) return false;
  const figures = filled.filter(isFigure).length;
  // Years name columns too (2019, 2020, 2021), but then a name stands in the corner, or below an empty one.
  const [corner = ''] = names;
  if (figures > 0 && (corner === '' ? !/\p{L}/u.test(second[0] ?? '') : isFigure(corner))) return false;
  if (filled.some((name) => (isFigure(name) && !isYear(name)) || isDash(name))) return false;
  return new Set(filled).size > filled.length / 2;
}

/** Whether a column's first cell names the figures below it. */
export const isNamedColumn = ([name = '', ...values]: readonly string[]) =>
  !isFigure(name) && values.length > 1 && values.filter(isFigure).length * 2 > values.length;

/** Whether a column is named but never filled: then no row repeats its name. */
export const hasNameWithoutValues = (header: readonly string[], rows: readonly (readonly string[])[]) =>
  header.some((name, at) => name.trim() !== '' && rows.every((row) => (row[at] ?? '').trim() === ''));
