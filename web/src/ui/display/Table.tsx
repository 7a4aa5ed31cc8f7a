// biome-ignore-all lint/a11y/noRedundantRoles: written out, since `display: block` on phones takes them away
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cx } from '../cx.ts';
import { Tick } from '../fields/Checkbox.tsx';
import { bodyClasses, RowGroup } from './RowGroup.tsx';

export interface Column<Row> {
  key: string;
  header: string;
  /** Nothing is a dash, and on a card not worth a line. */
  cell: (row: Row) => ReactNode | undefined;
  align?: 'start' | 'end';
  /** The name by which the caller sorts; without one the column can't be. */
  sort?: string;
  /** The column that names the row: a row header, and the title of its card. */
  names?: boolean;
  /** Buttons and menus: no label in the card. */
  actions?: boolean;
  className?: string;
  /** The column's width in a long table, whose columns must not move with the rows in sight. */
  width?: string;
}

/** Ticks before the rows, and one before all. */
export interface RowTicks<Row> {
  allLabel: string;
  all: boolean | 'some';
  onAll: (ticked: boolean) => void;
  labelOf: (row: Row) => string;
  has: (row: Row) => boolean;
  onRow: (row: Row) => void;
}

export interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** `name` ascends, `-name` descends. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** Opens under its row, over its whole width: an error with its advice. */
  detail?: (row: Row) => ReactNode;
  isCurrent?: (row: Row) => boolean;
  ticks?: RowTicks<Row>;
}

const align = (column: { align?: 'start' | 'end' }) =>
  column.align === 'end' ? 'md:text-end tabular' : 'md:text-start';

function HeadCell<Row>({
  column,
  sort,
  onSort,
  hasWidth,
}: {
  column: Column<Row>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
  /** Whether the columns have widths of their own: those of a long table do. */
  hasWidth: boolean;
}) {
  const ascending = column.sort !== undefined && sort === column.sort;
  const descending = column.sort !== undefined && sort === `-${column.sort}`;
  const Arrow = ascending ? ArrowUp : ArrowDown;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={ascending ? 'ascending' : descending ? 'descending' : undefined}
      className={cx(
        'bg-sunken px-3.5 py-2.5 text-sm font-medium text-text-2 first:ps-4 last:pe-4',
        align(column),
        column.className,
        hasWidth && column.width,
      )}
    >
      {column.actions ? (
        <span className="visually-hidden">{column.header}</span>
      ) : column.sort && onSort ? (
        <button
          type="button"
          onClick={() => onSort(ascending ? `-${column.sort}` : (column.sort as string))}
          className={cx(
            '-mx-1 inline-flex items-center gap-1 rounded-1 px-1 py-0.5 align-middle hover:text-text',
            // Over figures the word stands where they do.
            column.align === 'end' && 'flex-row-reverse',
          )}
        >
          {column.header}
          <Arrow
            size={14}
            strokeWidth={2}
            aria-hidden="true"
            className={ascending || descending ? '' : 'opacity-0'}
          />
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

function Cell<Row>({ column, row, hasTick }: { column: Column<Row>; row: Row; hasTick: boolean }) {
  const Tag = column.names ? 'th' : 'td';
  const content = column.cell(row);
  return (
    <Tag
      role={column.names ? 'rowheader' : 'cell'}
      {...(column.names ? { scope: 'row' as const } : {})}
      className={cx(
        'min-w-0 text-start font-regular md:border-t md:border-line md:px-3.5 md:py-2.5 md:first:ps-4 md:last:pe-4',
        align(column),
        // Without a width of its own content, a long name is cut off instead of widening the table.
        column.names && 'col-span-full pe-10 md:w-2/5 md:max-w-0 md:pe-3.5',
        column.names && hasTick && 'max-md:ps-9',
        column.actions && 'absolute end-2 top-3 md:static md:w-px md:whitespace-nowrap',
        !column.names &&
          !column.actions &&
          `col-span-full items-center justify-between gap-4 md:table-cell ${content === undefined ? 'hidden' : 'flex'}`,
        column.className,
      )}
    >
      {!column.names && !column.actions && (
        <span aria-hidden="true" className="text-sm text-text-3 md:hidden">
          {column.header}
        </span>
      )}
      {content ?? <span className="text-text-3">–</span>}
    </Tag>
  );
}

/** A row, and under it what opens there. */
function TableRow<Row>({
  row,
  id,
  index,
  columns,
  detail,
  isCurrent,
  ticks,
}: Pick<TableProps<Row>, 'columns' | 'detail' | 'isCurrent' | 'ticks'> & {
  row: Row;
  id: string;
  /** The row's place among all of a long table. */
  index: number | undefined;
}) {
  const below = detail?.(row);
  const current = isCurrent?.(row);
  const ticked = ticks?.has(row);
  const isLit = current || ticked;
  return (
    <>
      <tr
        role="row"
        data-row={id}
        aria-current={current || undefined}
        aria-rowindex={index}
        className={cx(
          'relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 rounded-3 border border-line bg-surface p-4 md:table-row md:rounded-none md:border-0 md:p-0',
          isLit ? 'md:bg-accent-soft' : 'md:hover:bg-hover',
          ticked && 'max-md:border-accent-strong',
          below ? 'rounded-b-none border-b-0' : null,
        )}
      >
        {ticks && (
          <td
            role="cell"
            className="absolute start-4 top-5 md:static md:border-t md:border-line md:py-2.5 md:ps-4 md:align-middle"
          >
            <Tick
              aria-label={ticks.labelOf(row)}
              checked={ticked ?? false}
              onChange={() => ticks.onRow(row)}
            />
          </td>
        )}
        {columns.map((column) => (
          <Cell key={column.key} column={column} row={row} hasTick={ticks !== undefined} />
        ))}
      </tr>
      {below && (
        <tr role="row" className={cx('-mt-3 block md:table-row', isLit && 'md:bg-accent-soft')}>
          <td
            role="cell"
            colSpan={columns.length + (ticks ? 1 : 0)}
            className={cx(
              'block rounded-b-3 border border-t-0 border-line bg-surface px-4 pb-4 md:table-cell md:rounded-none md:border-0 md:bg-transparent md:px-3.5 md:pb-3.5',
              ticked && 'max-md:border-accent-strong',
            )}
          >
            {below}
          </td>
        </tr>
      )}
    </>
  );
}

/** Rows beyond which only those in sight are drawn. */
const maxDrawnRows = 200;
const rowsPerGroup = 25;
/** Rows that are drawn before it is known what is in sight. */
const initiallyDrawnRows = 50;
/** The height of a row, until the first ones are drawn. */
const estimatedRowPx = 57;

/** A real table; below 768 px each row is a card whose values carry their labels. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  sort,
  onSort,
  detail,
  isCurrent,
  ticks,
}: TableProps<Row>) {
  const isLong = rows.length > maxDrawnRows;
  const [rowPx, setRowPx] = useState(estimatedRowPx);
  // What has grown long while it is read stays drawn.
  const [atFirst] = useState(isLong ? initiallyDrawnRows : maxDrawnRows);
  const width = columns.length + (ticks ? 1 : 0);

  const draw = (from: number, to: number) =>
    rows
      .slice(from, to)
      .map((row, at) => (
        <TableRow
          key={rowKey(row)}
          row={row}
          id={rowKey(row)}
          index={isLong ? from + at + 2 : undefined}
          {...{ columns, detail, isCurrent, ticks }}
        />
      ));

  return (
    <table
      role="table"
      aria-rowcount={isLong ? rows.length + 1 : undefined}
      className={cx(
        'block w-full border-separate border-spacing-0 text-md md:table md:overflow-hidden md:rounded-3 md:border md:border-line md:bg-surface md:shadow-1',
        // What comes and goes must not move the columns.
        isLong && 'md:table-fixed',
      )}
    >
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup" className="hidden md:table-header-group">
        <tr role="row">
          {ticks && (
            <th role="columnheader" scope="col" className="w-10 bg-sunken py-2.5 ps-4">
              <Tick aria-label={ticks.allLabel} checked={ticks.all} onChange={ticks.onAll} />
            </th>
          )}
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} hasWidth={isLong} />
          ))}
        </tr>
      </thead>
      {isLong ? (
        Array.from({ length: Math.ceil(rows.length / rowsPerGroup) }, (_, group) => {
          const from = group * rowsPerGroup;
          return (
            <RowGroup
              // biome-ignore lint/suspicious/noArrayIndexKey: a group is a place, not a row
              key={group}
              columns={width}
              count={Math.min(rowsPerGroup, rows.length - from)}
              rowPx={rowPx}
              onMeasured={setRowPx}
              isFirst={from < atFirst}
            >
              {() => draw(from, from + rowsPerGroup)}
            </RowGroup>
          );
        })
      ) : (
        <tbody role="rowgroup" className={bodyClasses}>
          {draw(0, rows.length)}
        </tbody>
      )}
    </table>
  );
}
