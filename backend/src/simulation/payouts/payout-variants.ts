/**
 * Payout processes that are wrong on purpose. The simulation must catch each of them; if it does not, it proves nothing
 * about the right one.
 */
import type { BatchState, Line } from '#features/payouts/runs/batch.state.js';
import { planRun, type RunAction } from '#features/payouts/runs/run.plan.js';
import { AccountGate, type GatePorts } from '#platform/ledger/accounts/account-gate.js';
import type { RunState } from '#features/payouts/runs/run.state.js';

/** What a wrong process does otherwise than the right one. */
export interface PayoutVariant {
  plan?: typeof planRun;
  /** Holders are those of the moment of payment. */
  recordAtPayment?: true;
  /** Arrivals are booked by their mark, also those that a payment journaled. */
  booksByMark?: true;
  /** What an admin pays by hand comes out of a deposit. */
  paysFromDeposit?: true;
  /** A repayment counts before a validated ledger holds it. */
  allocatesEarly?: true;
  /** A run begins before its money is there. */
  unfunded?: true;
  /** The gate of the escrow's signatures; none if not set. */
  gate?: (ports: GatePorts) => AccountGate;
  /** Not wrong: after a restore the node that the gate asks is behind the others. */
  lags?: true;
}

/** A payment that is not validated at the first look is signed again, on a new ticket. */
const newTicket: typeof planRun = (run: RunState, batches: readonly BatchState[], isFirst: boolean): RunAction[] => {
  const actions = planRun(run, batches, isFirst);
  return actions.flatMap((action) => {
    const lines = action.do === 'conclude' ? action.lines.filter(({ attempt }) => attempt!.attempt < 3) : [];
    const unseen = ({ attempt }: Line) => ({ ...attempt!, state: 'failed' as const });
    const again = lines.map((line): Line => ({ ...line, state: 'waiting', attempt: unseen(line) }));
    return again.length > 0 && action.do === 'conclude'
      ? [action, { do: 'sign', batch: action.batch, lines: again }]
      : [action];
  });
};

export const rightGate = (ports: GatePorts): AccountGate => new AccountGate('payoutEscrow', ports);

/** Assumes that tickets are as the log says, and compares the sequence alone. */
const sequenceOnly = (ports: GatePorts): AccountGate =>
  rightGate({
    ...ports,
    async standing(address) {
      const [seen, { free, assigned }] = [await ports.standing(address), await ports.state()];
      return seen && { ...seen, tickets: new Set([...seen.tickets, ...free, ...assigned.values()]) };
    },
  });

/** Takes an old ledger for the account's current state. */
const believing = (ports: GatePorts): AccountGate => rightGate({ ...ports, hasClosedSince: () => true });

export const LAGGING: PayoutVariant = { gate: rightGate, lags: true };

/** Of stories in which the log is restored from a backup. */
export const ROLLBACK_VARIANTS: Record<string, PayoutVariant> = {
  'no-gate': {},
  'gate-without-tickets': { gate: sequenceOnly },
  'lagging-node-believed': { gate: believing, lags: true },
};

export const PAYOUT_VARIANTS: Record<string, PayoutVariant> = {
  'new-ticket-without-tec': { plan: newTicket },
  'record-position-at-payment': { recordAtPayment: true },
  'deposit-spent-by-hand': { paysFromDeposit: true },
  'allocation-before-validation': { allocatesEarly: true },
  'run-started-unfunded': { unfunded: true },
  'arrival-booked-by-mark': { booksByMark: true },
};
