/** What reaches the fee wallet: fees that the platform asked for, and what others send. */
import { parseExactDown } from '@tknest/contracts/money';
import { load } from '#platform/event-store/folding.js';
import { subjectNamedBy } from '#platform/ledger/accounts/settled-before.js';
import type { LedgerTransaction } from '#platform/ledger/ledger-port.js';
import { hasEnded, paymentFold, readMark, type Payment, type Seal } from '#features/payments/rules.public.js';
import type { JournaledHash } from '#features/reconciliation/readers.public.js';
import { purposeOfFee, type FeeFacts } from './arrival.rules.js';
import type { ArrivalPorts, Follower } from './arrivals.js';

export interface FeePorts extends ArrivalPorts {
  /** The purposes for which the platform journaled these hashes. */
  journaled(hashes: readonly string[]): Promise<ReadonlyMap<string, JournaledHash>>;
  seal: Seal;
}

/** @throws LedgerUnavailable if what the platform journaled cannot be read yet */
export const feeFollower = (ports: FeePorts): Follower => ({
  purse: 'feeWallet',
  // Payments do not book their fees: no purchase waits for the fee wallet's books.
  unbooked: async (moved) => moved,

  async judge({ transaction, change }) {
    const { hash } = transaction;
    const arrived = { hash, amount: parseExactDown(change) };
    const purpose = change.startsWith('-') ? null : purposeOfFee(arrived, await factsOf(ports, transaction));
    return { purpose, mayBePayment: false };
  },
});

async function factsOf(ports: FeePorts, transaction: LedgerTransaction): Promise<FeeFacts> {
  const { hash, tx } = transaction;
  const journaled = (await ports.journaled([hash])).get(hash);
  // A restored log may lack the run; only the escrow's key makes such a payment.
  const isPayout = journaled?.leg === 'payout' || subjectNamedBy(tx)?.startsWith('payout/') === true;
  const isOfRun = isPayout && tx.Account === (await ports.accounts.address('payoutEscrow'));
  if (isOfRun) return { paymentId: null, isOfRun };
  const paymentId = journaled ? await paymentOf(ports, journaled) : await markedPayment(ports, transaction);
  return { paymentId, isOfRun };
}

/** The read model finds the payment of a hash; its stream says what the money is for. */
async function paymentOf({ store }: FeePorts, { paymentId, leg }: JournaledHash): Promise<string | null> {
  if (paymentId === null || (leg !== 'platform' && leg !== 'recipient')) return null;
  const { state } = await load(store, paymentFold(paymentId));
  if (state.phase === 'none') return null;
  if (leg === 'platform') return paymentId;
  return state.kind === 'fee' ? (state.feeOf ?? null) : null;
}

/**
 * The payment of a fee that the platform prepared and a restored log lost, or whose signature it has not seen: the mark
 * is genuine, and the payment still waits for this fee or asked for this sequence number, as the payer can copy a mark
 * from the ledger. A restored log may have lost that it asked; the payment finds the fee by its mark, too.
 */
async function markedPayment({ store, seal, settings }: FeePorts, transaction: LedgerTransaction) {
  const mark = readMark(transaction, seal, settings.rlusdIssuer);
  const feeOf = mark?.leg === 'platform' ? mark.paymentId : mark?.feeOf;
  if (!mark || !feeOf) return null;
  const { state } = await load(store, paymentFold(mark.paymentId));
  const { Sequence } = transaction.tx;
  return state.phase === 'none' || awaits(state, mark.leg) || asked(state, mark.leg).includes(Sequence) ? feeOf : null;
}

/** Whether a payment may still learn that this leg was paid. */
const awaits = (payment: Payment, leg: 'recipient' | 'platform'): boolean =>
  payment.legs[leg]?.state !== 'validated' &&
  (!hasEnded(payment) || (leg === 'platform' && payment.phase === 'completed' && !payment.feeGivenUp));

/** The sequence numbers of a payment's attempts at a leg. */
const asked = ({ legs, orphans }: Payment, leg: 'recipient' | 'platform'): unknown[] =>
  [legs[leg], ...orphans.filter((orphan) => orphan.leg === leg)].map((attempt) => attempt?.sequence);
