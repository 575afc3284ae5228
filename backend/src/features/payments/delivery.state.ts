/** The state of a payment between its validated principal and its tokens. */
import type { BusinessDate, DeliveryObstacle } from '@tknest/contracts/events';

export interface Delivery {
  /** The obstacle that the last check found. */
  obstacle: DeliveryObstacle | null;
  /** The last day on which tokens are still issued; null before the first obstacle. */
  until: BusinessDate | null;
  waitEnded: 'sale-closed' | 'admin' | null;
  /** The number of issuances that a ledger refused. */
  refused: number;
  /** The number of authorizations that a ledger included, whatever their effect. */
  authorised: number;
}

/** A principal for which no tokens will be issued. */
export interface Owed {
  hash: string;
  ledgerIndex: number;
  reason: DeliveryObstacle | 'admin';
  dueOn: BusinessDate | null;
  feeKept: boolean;
}

export const notDelivered: Delivery = { obstacle: null, until: null, waitEnded: null, refused: 0, authorised: 0 };
