import type { PayoutView } from '@tknest/contracts/api';
import { propertyName } from '@tknest/contracts/words';

/** The name of a payout's property; a dash for money without a property. */
export function PropertyName({ of }: { of: Pick<PayoutView, 'propertyId' | 'propertyName'> }) {
  if (of.propertyId === null) return <span aria-label="none">—</span>;
  return <>{propertyName({ id: of.propertyId, name: of.propertyName })}</>;
}
