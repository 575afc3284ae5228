import type { DataSource } from 'typeorm';
import { isOffice, type Session } from '#platform/sessions/session.js';
import type { Property } from './read-models/property/property.entity.js';

/**
 * Whether somebody finds a property at all: a hidden one exists for its owner, the office, and who holds tokens of it.
 */
export async function mayFind(
  db: DataSource,
  { id, hidden, owner }: Pick<Property, 'id' | 'hidden' | 'owner'>,
  session: Session | null,
): Promise<boolean> {
  if (!hidden || isNear({ owner }, session)) return true;
  if (session === null) return false;
  const held = 'select from property_holdings where property_id = $1 and wallet = $2 and tokens > 0';
  return (await db.query(held, [id, session.wallet])).length > 0;
}

/** Its owner, and the office. */
export const isNear = ({ owner }: Pick<Property, 'owner'>, session: Session | null): boolean =>
  session !== null && (owner === session.wallet || isOffice(session));
