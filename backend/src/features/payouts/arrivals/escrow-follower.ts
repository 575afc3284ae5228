/** What reaches the payout escrow from outside, and whose it is. */
import type { PaymentKind } from '@tknest/contracts/events';
import { parseExactDown } from '@tknest/contracts/money';
import type { LedgerTransaction } from '#platform/ledger/ledger-port.js';
import { senderOf } from '#platform/ledger/sender.js';
import { namedPrincipal } from '#features/payments/rules.public.js';
import type { PayoutPorts } from '../transactions/ports.js';
import { markOf, purposeOf, type Purpose } from './arrival.rules.js';
import type { ArrivalPorts, Follower } from './arrivals.js';

export interface EscrowPorts extends ArrivalPorts, Pick<PayoutPorts, 'blocked'> {
  /** Which of these hashes are journaled by the platform's payments and runs. */
  journaled(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Null if there is no such property. */
  ownerOf(propertyId: number): Promise<string | null>;
  /** The landlord's properties with an open loan. */
  runningLoans(owner: string): Promise<readonly number[]>;
  isAdmin(wallet: string): boolean;
  /** The kind of payment that it is if the platform prepared it. */
  preparedAs(transaction: LedgerTransaction): Promise<PaymentKind | null>;
  /** Whether a wallet ever started a payment to the escrow. */
  paysEscrow(wallet: string): Promise<boolean>;
}

export const escrowFollower = (ports: EscrowPorts): Follower => ({
  purse: 'payoutEscrow',

  async unbooked(moved) {
    const known = await ports.journaled(moved.map(({ transaction }) => transaction.hash));
    return moved.filter(({ transaction }) => !known.has(transaction.hash));
  },

  async judge({ transaction, change }) {
    const prepared = await ports.preparedAs(transaction);
    return {
      purpose: change.startsWith('-') ? null : await purpose(ports, transaction, change, prepared),
      // Also a payment of a wallet that, in a restored log, never began one.
      paymentId: prepared && namedPrincipal(transaction.tx),
      mayBePayment: prepared !== null || (await ports.paysEscrow(senderOf(transaction).wallet)),
    };
  },
});

async function purpose(
  ports: EscrowPorts,
  transaction: LedgerTransaction,
  change: string,
  prepared: PaymentKind | null,
): Promise<Purpose> {
  const { wallet } = senderOf(transaction);
  const mark = markOf(transaction);
  const arrived = { hash: transaction.hash, amount: parseExactDown(change), prepared };
  return purposeOf(arrived, mark, {
    wallet,
    isAdmin: ports.isAdmin(wallet),
    isHeld: (await ports.blocked([wallet])).has(wallet),
    ownerOfMarked: mark.propertyId === null ? null : await ports.ownerOf(mark.propertyId),
    runningLoans: await ports.runningLoans(wallet),
  });
}
