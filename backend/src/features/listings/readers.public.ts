/** The marketplace's rows for other features. Decisions fold the listing's stream instead. */
import { parseRlusd, type Micro } from '@tknest/contracts/money';
import { isThere, type Reads } from '#platform/projections/readers.js';

export { propertyProjection } from './read-models/property/property.projection.js';

/** Whether somebody has a listing that is not closed. */
export const hasOpenListing = (owner: string, db: Reads): Promise<boolean> =>
  isThere(db, "properties where owner = $1 and status in ('open', 'closing')", owner);

/** Whether everybody can find a property. */
export const isShownToAll = (propertyId: number, db: Reads): Promise<boolean> =>
  isThere(db, 'properties where id = $1 and not hidden', propertyId);

/** Listings that are not closed. */
export async function countListings(db: Reads): Promise<number> {
  const [row] = await db.query("select count(*) from properties where status <> 'closed'");
  return Number(row.count);
}

/** Everybody who ever listed a property. */
export async function listingOwners(db: Reads): Promise<string[]> {
  const rows = await db.query<{ owner: string }[]>('select distinct owner from properties');
  return rows.map(({ owner }) => owner);
}

/** Every hidden listing, and every listing of these owners, by number. */
export async function hiddenOrOwnedBy(owners: readonly string[], db: Reads): Promise<number[]> {
  const rows = await db.query<{ id: number }[]>(
    'select id from properties where hidden or owner = any($1) order by id',
    [owners],
  );
  return rows.map(({ id }) => id);
}

/** Token prices, by property. */
export async function tokenPricesOf(propertyIds: readonly number[], db: Reads): Promise<ReadonlyMap<number, Micro>> {
  const rows = await db.query<{ id: number; token_price: string }[]>(
    'select id, token_price from properties where id = any($1)',
    [propertyIds],
  );
  return new Map(rows.map(({ id, token_price }) => [id, parseRlusd(token_price)]));
}

/** The people whom a property concerns. */
export interface PropertyPeople {
  owner: string;
  /** Hidden from the marketplace: strangers are not told about it. */
  hidden: boolean;
  /** Those of the given wallets that hold its tokens. */
  holders: string[];
}

/** @param among the wallets to check for tokens @returns by the property's number */
export async function peopleOf(
  propertyIds: readonly number[],
  among: readonly string[],
  db: Reads,
): Promise<ReadonlyMap<number, PropertyPeople>> {
  if (propertyIds.length === 0) return new Map();
  const rows = await db.query<(PropertyPeople & { id: number })[]>(
    `select id, owner, hidden, array(
       select wallet from property_holdings where property_id = id and tokens > 0 and wallet = any($2)) as holders
     from properties where id = any($1)`,
    [propertyIds, among],
  );
  return new Map(rows.map(({ id, ...people }) => [id, people]));
}
