/** The state of a payment between its validated principal and its tokens. */
import type { BusinessDate, DeliveryObstacle } from '@tknest/contracts/events';

export interface Delivery {
  /** What the last look found. */
  obstacle: DeliveryObstacle | null;
  /** The last day on which tokens are still issued; null before anything was in the way. */
  until: BusinessDate | null;
  waitEnded: 'sale-closed' | 'admin' | null;
  /** Issuances that a ledger refused. */
  refused: number;
  /** Authorizations that a ledger took, whatever came of them. */
  authorised: number;
}

/** A principal for which nothing is issued any more. */
export interface Owed {
  hash: string;
  ledgerIndex: number;
  reason: DeliveryObstacle | 'admin';
  dueOn: BusinessDate | null;
  feeKept: boolean;
}

export const notDelivered: Delivery = { obstacle: null, until: null, waitEnded: null, refused: 0, authorised: 0 };
