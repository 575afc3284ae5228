import { IconArrowDown, IconArrowUp, IconChevronRight } from '@tabler/icons-react';
import { Fragment, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Table } from './table';

export interface Column<Row> {
  head: ReactNode;
  cell(row: Row): ReactNode;
  /** Right-aligned figures. */
  numeric?: boolean;
  /** Label of the cell on phones, where there is no table head. */
  label?: string;
  className?: string;
  /** Where its cells are on phones, in the row's `grid-template-areas`. */
  area?: string;
  /** Whether they are at the end of it. */
  atEnd?: boolean;
  /** Sort key; only if all rows are loaded. */
  sortBy?(row: Row): string | number;
}
interface Sort {
  column: number;
  up: boolean;
}

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string | number;
  dense?: boolean;
  lines?: boolean;
  /**
   * Opens a row by a click on it, unless the click ends a text selection or is on a control, and by a button in its
   * last cell for keyboards and screen readers.
   */
  opens?: {
    open(row: Row): void;
    nameOf(row: Row): string;
    /** The page that a row leads to; null for a row that opens in place. */
    to?(row: Row): string | null;
  };
  /** The details below an expanded row. */
  detail?(row: Row): ReactNode;
  /** Text of an empty table. */
  none?: string;
}

/** Rows by columns: a table from 900 px, cards below. */
export function DataTable<Row>({ label, columns, rows, keyOf, dense, lines, opens, detail, none }: Props<Row>) {
  const [sort, setSort] = useState<Sort | null>(null);
  const width = columns.length + (opens ? 1 : 0);
  return (
    <Table label={label} dense={dense} lines={lines}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column, index) => (
            <Head
              key={index}
              column={column}
              sort={sort?.column === index ? sort : null}
              onSort={() => setSort(next(sort, index))}
            />
          ))}
          {opens && (
            <th role="columnheader">
              <span className="sr-only">Open</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.length === 0 && none && (
          <tr role="row">
            <td role="cell" colSpan={width} className="dim">
              {none}
            </td>
          </tr>
        )}
        {sorted(rows, columns, sort).map((row) => {
          const below = detail?.(row);
          return (
            <Fragment key={keyOf(row)}>
              <tr
                data-opens={opens ? true : undefined}
                role="row"
                onClick={opens && ((event) => isSelecting() || isControl(event.target) || opens.open(row))}
              >
                {columns.map(({ cell, numeric, label: name, className, area, atEnd }, index) => (
                  <td
                    role="cell"
                    key={index}
                    className={[numeric && 'num', className].filter(Boolean).join(' ') || undefined}
                    data-label={name}
                    style={{ gridArea: area, justifySelf: atEnd ? 'end' : undefined }}
                  >
                    {cell(row)}
                  </td>
                ))}
                {opens && (
                  <td role="cell">
                    <OpenRow row={row} opens={opens} />
                  </td>
                )}
              </tr>
              {below && (
                <tr role="row">
                  <td role="cell" colSpan={width} className="table-detail">
                    {below}
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </Table>
  );
}

function OpenRow<Row>({ row, opens }: { row: Row; opens: NonNullable<Props<Row>['opens']> }) {
  const common = { className: 'btn btn-subtle btn-sm', 'aria-label': opens.nameOf(row) };
  const arrow = <IconChevronRight size={16} aria-hidden />;
  const to = opens.to?.(row);
  if (to)
    return (
      <Link {...common} to={to}>
        {arrow}
      </Link>
    );
  return (
    <button {...common} type="button" onClick={() => opens.open(row)}>
      {arrow}
    </button>
  );
}

function Head<Row>({ column, sort, onSort }: { column: Column<Row>; sort: Sort | null; onSort(): void }) {
  const { head, numeric, sortBy } = column;
  const Arrow = sort?.up ? IconArrowUp : IconArrowDown;
  return (
    <th
      role="columnheader"
      className={numeric ? 'num' : undefined}
      aria-sort={sortBy && (sort ? (sort.up ? 'ascending' : 'descending') : 'none')}
    >
      {sortBy ? (
        <button type="button" className="table-sort" onClick={onSort}>
          {head}
          <Arrow size={14} aria-hidden data-shown={sort !== null} />
        </button>
      ) : (
        head
      )}
    </th>
  );
}

/** Whether text is selected, so that the click ended a selection. */
const isSelecting = (): boolean => Boolean(getSelection()?.toString());

/** Whether the click is already that of a link, a button or a field in the row. */
const isControl = (at: EventTarget): boolean => (at as Element).closest('a, button, label, input') !== null;

/** Descending, ascending, and back to the original order. */
const next = (sort: Sort | null, column: number): Sort | null =>
  sort?.column !== column ? { column, up: false } : sort.up ? null : { column, up: true };

function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | null): readonly Row[] {
  const by = sort && columns[sort.column]?.sortBy;
  if (!by) return rows;
  const compare = (a: Row, b: Row) => {
    const [x, y] = [by(a), by(b)];
    return x < y ? -1 : x > y ? 1 : 0;
  };
  return rows.toSorted((a, b) => (sort.up ? compare(a, b) : compare(b, a)));
}
