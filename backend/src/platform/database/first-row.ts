/**
 * The first row of a statement that always has one, such as an aggregate, or one that begins with a row of its own.
 * @throws where there is none
 */
export function firstRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that always has a row returned none');
  return row;
}
