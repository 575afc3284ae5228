/** Compliance cases for other features. */
import type { Reads } from '#platform/projections/readers.js';

/** How many cases wait for an officer, for the applicant's answer or for a second person. */
export async function countUndecided(db: Reads): Promise<number> {
  const [row] = await db.query<[{ count: number }]>(
    "select count(*)::int as count from compliance_cases where state <> 'decided'",
  );
  return row.count;
}
