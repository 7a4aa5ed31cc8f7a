import type { Position } from '@parlance/contract/shapes';
import { numbersAt, type Span } from '../../reading/service.ts';

interface Place {
  position: Position;
  starts: readonly number[];
}

/**
 * Where the quoted parts of a passage stand in its document: the page, or the row, in which their words are, which is not
 * always the one that the passage begins in.
 */
export function citationPositionOf({ position, starts }: Place, quoted: readonly Span[]): Position {
  if (starts.length === 0) return position;
  const { page, pageEnd: _pageEnd, row: _row, rowEnd: _rowEnd, ...rest } = position;
  const met = quoted.flatMap((span) => numbersAt(starts, span) ?? []);
  const [begin] = met;
  if (!begin) return rest;
  // What answers is quoted first, wherever it stands.
  const first = page === undefined ? begin.first : Math.min(...met.map((numbers) => numbers.first));
  const last = Math.max(...met.map((numbers) => numbers.last));
  if (page !== undefined) return { page: first, ...(last > first ? { pageEnd: last } : {}), ...rest };
  return { ...rest, row: first, ...(last > first ? { rowEnd: last } : {}) };
}
