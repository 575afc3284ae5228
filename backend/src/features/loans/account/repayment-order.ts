import type { LoanEvent } from '@tknest/contracts/events';
import type { Folded } from '../../../platform/event-store/folding.js';
import { loanStream } from './loan.state.js';

/** Whom a repayment was to be paid to; null where none was ordered. */
export type RepaymentTarget = 'escrow' | 'holder' | null;

/**
 * What was ordered of one repayment, however long ago it ended: it may land late, or again. The loan itself remembers
 * none that has ended, so that orders that come to nothing never make it slow.
 */
export const repaymentOrder = (propertyId: number, paymentId: string): Folded<RepaymentTarget, LoanEvent> => ({
  stream: loanStream(propertyId),
  initialState: null,
  evolve: (target, { type, data }) => (type === 'RepaymentBegun' && data.paymentId === paymentId ? data.to : target),
});
