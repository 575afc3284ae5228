import { isOffice, type Session } from '../../platform/http/access.js';
import type { Property } from './read-models/property/property.entity.js';

/** Whether somebody finds a property at all: a hidden one exists for its owner and the office only. */
export const mayFind = ({ hidden, owner }: Pick<Property, 'hidden' | 'owner'>, session: Session | null): boolean =>
  !hidden || isNear({ owner }, session);

/** Its owner, and the office. */
export const isNear = ({ owner }: Pick<Property, 'owner'>, session: Session | null): boolean =>
  session !== null && (owner === session.wallet || isOffice(session));
