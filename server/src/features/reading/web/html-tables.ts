import type { Block } from '../blocks/block.ts';
import { hasNameWithoutValues, looksLikeHeader } from '../blocks/table-header.ts';

/** A table as it is read; `cell` holds the texts of the one that is open. */
export interface HtmlTable {
  rows: { cells: string[]; isHeader: boolean }[];
  cell: string[] | undefined;
  isHeaderCell: boolean;
}

export const collapseSpace = (text: string) => text.replace(/\s+/g, ' ').trim();

/** A table's rows with the names of their columns, or its cells as paragraphs where it only lays out a page. */
export function blocksOfTable(table: HtmlTable): Block[] {
  const rows = table.rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [first, second] = rows;
  if (!first) return [];
  const isLayout = rows.every(({ cells }) => cells.length < 2);
  if (isLayout) return rows.map(({ cells }) => ({ kind: 'paragraph', text: cells[0] ?? '', position: {} }));
  const isNamed = first.isHeader || (second !== undefined && looksLikeHeader(first.cells, second.cells));
  const header = isNamed && second ? first.cells : [];
  const blocks: Block[] = [];
  if (
    hasNameWithoutValues(
      header,
      rows.slice(1).map(({ cells }) => cells),
    )
  ) {
    blocks.push({ kind: 'row', header: [], cells: header, position: { row: 1 } });
  }
  for (const [at, { cells }] of rows.entries()) {
    if (at === 0 && header.length > 0) continue;
    blocks.push({ kind: 'row', header, cells, position: { row: at + 1 } });
  }
  return blocks;
}
