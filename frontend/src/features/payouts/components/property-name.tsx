import type { PayoutView } from '@tknest/contracts/api';
import { propertyName } from '@tknest/contracts/words';

/** The property of a payout by its name; a dash for money of no property. */
export function PropertyName({ of }: { of: Pick<PayoutView, 'propertyId' | 'propertyName'> }) {
  if (of.propertyId === null) return <span aria-label="none">—</span>;
  return <>{propertyName({ id: of.propertyId, name: of.propertyName })}</>;
}
