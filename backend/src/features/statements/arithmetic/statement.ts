/** The sums of a statement. Pure: the input is movements on validated ledgers, oldest first. */
import type { StatementMovement, StatementTotals } from '@tknest/contracts/api';
import type { Micro } from '@tknest/contracts/money';
import type { Parts } from '#features/activity/module.public.js';

/** A movement of RLUSD from one wallet's perspective. */
export interface Moved {
  type: StatementMovement['type'];
  direction: 'in' | 'out';
  /** What a refund takes back, if it is of a property. */
  refunds: 'purchase' | 'repayment' | null;
  /** Never negative. */
  amount: Micro;
  /** The parts of a rent share; null for other movements, and if its run does not give them. */
  parts: Parts | null;
}

/** The amount from the wallet's perspective: negative if it left. */
export const signed = ({ direction, amount }: Pick<Moved, 'direction' | 'amount'>): Micro =>
  direction === 'in' ? amount : -amount;

export type Totals = Record<keyof Omit<StatementTotals, 'collected' | 'withheld'>, Micro>;

export interface ComputedStatement {
  closing: Micro;
  /** The running net after each movement. */
  balances: Micro[];
  totals: Totals;
  rentReceived: Micro;
}

/** Adds the movements of a period to its opening net. */
export function computeStatement(opening: Micro, movements: readonly Moved[]): ComputedStatement {
  const totals: Totals = { bought: 0n, sold: 0n, repaid: 0n, interest: 0n, principal: 0n, fees: 0n, deposited: 0n };
  const balances: Micro[] = [];
  let closing = opening;
  let rentReceived = 0n;
  for (const moved of movements) {
    closing += signed(moved);
    balances.push(closing);
    if (moved.type === 'rent_share') rentReceived += signed(moved);
    count(moved, totals);
  }
  return { closing, balances, totals, rentReceived };
}

/** What leaves for tokens was bought, what arrives for them was sold; refunds reduce what they take back. */
function count({ type, direction, refunds, amount, parts }: Moved, totals: Totals): void {
  if (type === 'purchase') totals[direction === 'out' ? 'bought' : 'sold'] += amount;
  if (type === 'repayment' && direction === 'out') totals.repaid += amount;
  if (refunds === 'purchase') totals[direction === 'in' ? 'bought' : 'sold'] -= amount;
  if (refunds === 'repayment' && direction === 'in') totals.repaid -= amount;
  if (type === 'fee') totals.fees += direction === 'out' ? amount : -amount;
  if (type === 'deposit' && direction === 'out') totals.deposited += amount;
  if (type === 'withdrawal' && direction === 'in') totals.deposited -= amount;
  if (!parts) return;
  totals.interest += parts.interest;
  totals.principal += parts.principal;
  totals.fees += parts.fee;
}
