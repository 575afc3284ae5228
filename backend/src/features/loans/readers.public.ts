/** Loans for other features. Decisions fold the loan's stream instead. */
import type { LoanFields } from '@tknest/contracts/api';
import { isThere, type Reads } from '#platform/projections/readers.js';
import type { LoanState } from './account/loan.state.js';
import type { CollectionState } from './collection/collection.decider.js';
import { loanFieldsOf, NO_LOAN } from './loan-fields.js';
import { fromStored } from './read-models/loans/stored-state.js';

export { comingDueDate } from './loan-fields.js';
export { loansProjection } from './read-models/loans/loans.projection.js';

/** Whether somebody has a loan that is not paid off. */
export const owesALoan = (owner: string, db: Reads): Promise<boolean> =>
  isThere(db, "loans where owner = $1 and status <> 'paid_off'", owner);

/** Properties of a landlord with an open loan, up to the limit. */
export async function runningLoansOf(owner: string, limit: number, db: Reads): Promise<number[]> {
  const rows = await db.query<{ id: number }[]>(
    "select property_id as id from loans where owner = $1 and status = 'open' order by 1 limit $2",
    [owner, limit],
  );
  return rows.map(({ id }) => id);
}

/** The property of a landlord's newest loan. */
export async function newestLoanOf(owner: string, db: Reads): Promise<number | undefined> {
  const rows = await db.query<{ id: number }[]>(
    "select max(property_id) as id from loans where owner = $1 and status <> 'none'",
    [owner],
  );
  return rows[0]?.id ?? undefined;
}

interface Row {
  property_id: number;
  loan: object;
  collection: object;
}

const rowsOf = (propertyIds: readonly number[], db: Reads): Promise<Row[]> =>
  db.query('select property_id, loan, collection from loans where property_id = any($1)', [propertyIds]);

/** The loans of these properties; a property without a loan is left out. */
export async function loansOf(propertyIds: readonly number[], db: Reads): Promise<ReadonlyMap<number, LoanState>> {
  const rows = await rowsOf(propertyIds, db);
  return new Map(rows.map(({ property_id, loan }) => [property_id, fromStored<LoanState>(loan)]));
}

/** The loan fields in answers about these properties. */
export async function loanFieldsAmong(
  propertyIds: readonly number[],
  db: Reads,
): Promise<(propertyId: number) => LoanFields> {
  const rows = await rowsOf(propertyIds, db);
  const fields = new Map<number, LoanFields>();
  for (const { property_id, loan, collection } of rows)
    fields.set(property_id, loanFieldsOf(fromStored<LoanState>(loan), fromStored<CollectionState>(collection)));
  return (propertyId) => fields.get(propertyId) ?? NO_LOAN;
}
