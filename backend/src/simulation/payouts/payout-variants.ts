/**
 * Deliberately faulty payout processes. The simulation must catch each of them; otherwise it proves nothing about the
 * correct one.
 */
import type { BatchState, Line } from '#features/payouts/runs/batch.state.js';
import { planRun, type RunAction } from '#features/payouts/runs/run.plan.js';
import type { RunState } from '#features/payouts/runs/run.state.js';
import { BELIEVING_GATES, RIGHT_GATES, type GateVariant } from '../gate-variants.js';
import type { WorldVariant } from '../world.js';

/** How a faulty process differs from the correct one. */
export interface PayoutVariant extends WorldVariant {
  plan?: typeof planRun;
  /** Pays the holders at the time of payment. */
  recordAtPayment?: true;
  /** Incoming payments are posted by their mark, including those that a payment journaled. */
  booksByMark?: true;
  /** An admin's manual payment is taken from a deposit. */
  paysFromDeposit?: true;
  /** A repayment counts before it is in a validated ledger. */
  allocatesEarly?: true;
  /** A run begins before its money has arrived. */
  unfunded?: true;
  /** No case asks about money for an unknown purpose, or about a fee that is owed back. */
  asksNobody?: true;
  /** What cannot be paid is not posted to its owner. */
  forgetsOwners?: true;
  /** A payment counts on the day on which the platform learns of it. */
  datedByDiscovery?: true;
  /** Whether a wallet may be paid is asked only once: a later suspension is not seen. */
  payeeAtStart?: true;
  /** The payee of a repayment that goes to the only holder is asked about only when it starts. */
  directPayeeAtStart?: true;
  /** A loan's day does not wait until what reached the escrow before it is booked. */
  ignoresFollower?: true;
  /** A loan's day does not wait for a repayment that its wallet was only asked to sign. */
  ignoresOwnHand?: true;
  /** Each fee is revenue as soon as it arrives. */
  earnsAtOnce?: true;
  /** Fees that were sent back stay in the books. */
  forgetsRefunds?: true;
  /** Revenue is withdrawn without waiting. */
  paysAtOnce?: true;
  /** XRP goes back although its sender has been suspended. */
  returnsToSuspended?: true;
  /** XRP goes back less the network fee of the moment. */
  returnsLessFee?: true;
}

/** A payment that is not validated at the first check is signed again, on a new ticket. */
const newTicket: typeof planRun = (run: RunState, batches: readonly BatchState[], isFirst: boolean): RunAction[] => {
  const actions = planRun(run, batches, isFirst);
  return actions.flatMap((action) => {
    const lines = action.do === 'conclude' ? action.lines.filter(({ attempt }) => attempt.attempt < 3) : [];
    const unseen = ({ attempt }: Line) => ({ ...attempt!, state: 'failed' as const });
    const again = lines.map((line): Line => ({ ...line, state: 'waiting', attempt: unseen(line) }));
    return again.length > 0 && action.do === 'conclude'
      ? [action, { do: 'sign', batch: action.batch, lines: again }]
      : [action];
  });
};

/** Trusts the log about tickets, and compares only the sequence. */
const sequenceOnly: GateVariant = {
  sees: (ports) => ({
    ...ports,
    async standing(address) {
      const [seen, { free, assigned }] = [await ports.standing(address), await ports.state()];
      return seen && { ...seen, tickets: new Set([...seen.tickets, ...free, ...assigned.values()]) };
    },
  }),
};

/** For stories in which the log is restored from a backup. */
export const ROLLBACK: PayoutVariant = { gates: RIGHT_GATES };
export const ROLLBACK_VARIANTS: Record<string, PayoutVariant> = {
  'lagging-node': { ...ROLLBACK, lags: true },
  'no-gate': {},
  'gate-without-tickets': { gates: sequenceOnly },
  'xrp-back-less-fee': { ...ROLLBACK, returnsLessFee: true },
  'lagging-node-believed': { gates: BELIEVING_GATES, lags: true },
};

export const PAYOUT_VARIANTS: Record<string, PayoutVariant> = {
  'new-ticket-without-tec': { plan: newTicket },
  'record-position-at-payment': { recordAtPayment: true },
  'deposit-spent-by-hand': { paysFromDeposit: true },
  'allocation-before-validation': { allocatesEarly: true },
  'run-started-unfunded': { unfunded: true },
  'arrival-booked-by-mark': { booksByMark: true },
  'arrival-without-a-case': { asksNobody: true },
  'unclaimed-without-an-owner': { forgetsOwners: true },
  'dated-by-discovery': { datedByDiscovery: true },
  'payee-taken-at-start': { payeeAtStart: true },
  'direct-payee-taken-at-start': { directPayeeAtStart: true },
  'loan-ahead-of-escrow': { ignoresFollower: true },
  'repayment-by-own-hand-unseen': { ignoresOwnHand: true },
  'fee-earned-at-once': { earnsAtOnce: true },
  'fee-refund-not-booked': { forgetsRefunds: true },
  'revenue-without-waiting': { paysAtOnce: true },
  'xrp-back-to-suspended': { returnsToSuspended: true },
};
