/** What a statement adds up. Pure: movements that validated ledgers show come in, oldest first. */
import type { StatementMovement, StatementTotals } from '@tknest/contracts/api';
import type { Micro } from '@tknest/contracts/money';
import type { Parts } from '#features/activity/module.public.js';

/** A movement of RLUSD as one wallet sees it. */
export interface Moved {
  type: StatementMovement['type'];
  direction: 'in' | 'out';
  /** Of a refund: what it pays back had been paid for tokens. */
  isForTokens: boolean;
  /** Never negative. */
  amount: Micro;
  /** Of a rent share; null elsewhere, and where its run says nothing of them. */
  parts: Parts | null;
}

/** The amount as the wallet sees it: negative where it left. */
export const signed = ({ direction, amount }: Pick<Moved, 'direction' | 'amount'>): Micro =>
  direction === 'in' ? amount : -amount;

export type Totals = Record<keyof Omit<StatementTotals, 'withheld'>, Micro>;

export interface Reckoned {
  closing: Micro;
  /** The running net after each movement. */
  balances: Micro[];
  totals: Totals;
  rentReceived: Micro;
}

/** Adds the movements of a period to what it opened with. */
export function reckon(opening: Micro, movements: readonly Moved[]): Reckoned {
  const totals: Totals = { bought: 0n, interest: 0n, principal: 0n, fees: 0n, deposited: 0n };
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

/** What a landlord receives for tokens, and pays back for them, is nothing that the landlord bought. */
function count({ type, direction, isForTokens, amount, parts }: Moved, totals: Totals): void {
  if (type === 'purchase' && direction === 'out') totals.bought += amount;
  if (type === 'refund' && direction === 'in' && isForTokens) totals.bought -= amount;
  if (type === 'fee') totals.fees += direction === 'out' ? amount : -amount;
  if (type === 'deposit' && direction === 'out') totals.deposited += amount;
  if (type === 'withdrawal' && direction === 'in') totals.deposited -= amount;
  if (!parts) return;
  totals.interest += parts.interest;
  totals.principal += parts.principal;
  totals.fees += parts.fee;
}
