import type { DataSource } from 'typeorm';
import { isOffice, type Session } from '#platform/sessions/session.js';
import type { Property } from './read-models/property/property.entity.js';

/**
 * Whether a caller may find a property. Only its landlord, the office and holders of its tokens can find a hidden one.
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

/** Whether the caller is the landlord or belongs to the office. */
export const isNear = ({ owner }: Pick<Property, 'owner'>, session: Session | null): boolean =>
  session !== null && (owner === session.wallet || isOffice(session));
