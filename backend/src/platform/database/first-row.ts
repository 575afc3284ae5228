/**
 * The first row of a statement that always returns one, such as an aggregate.
 * @throws if there is none
 */
export function firstRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that always has a row returned none');
  return row;
}
