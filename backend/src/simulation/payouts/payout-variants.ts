/**
 * Payout processes that are wrong on purpose. The simulation must catch each of them; if it does not, it proves nothing
 * about the right one.
 */
import type { BatchState, Line } from '#features/payouts/runs/batch.state.js';
import { planRun, type RunAction } from '#features/payouts/runs/run.plan.js';
import type { RunState } from '#features/payouts/runs/run.state.js';
import { BELIEVING_GATES, RIGHT_GATES, type GateVariant } from '../gate-variants.js';
import type { WorldVariant } from '../world.js';

/** What a wrong process does otherwise than the right one. */
export interface PayoutVariant extends WorldVariant {
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
}

/** A payment that is not validated at the first look is signed again, on a new ticket. */
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

/** Assumes that tickets are as the log says, and compares the sequence alone. */
const sequenceOnly: GateVariant = {
  sees: (ports) => ({
    ...ports,
    async standing(address) {
      const [seen, { free, assigned }] = [await ports.standing(address), await ports.state()];
      return seen && { ...seen, tickets: new Set([...seen.tickets, ...free, ...assigned.values()]) };
    },
  }),
};

/** Of stories in which the log is restored from a backup. */
export const ROLLBACK: PayoutVariant = { gates: RIGHT_GATES };
export const ROLLBACK_VARIANTS: Record<string, PayoutVariant> = {
  'lagging-node': { ...ROLLBACK, lags: true },
  'no-gate': {},
  'gate-without-tickets': { gates: sequenceOnly },
  'lagging-node-believed': { gates: BELIEVING_GATES, lags: true },
};

export const PAYOUT_VARIANTS: Record<string, PayoutVariant> = {
  'new-ticket-without-tec': { plan: newTicket },
  'record-position-at-payment': { recordAtPayment: true },
  'deposit-spent-by-hand': { paysFromDeposit: true },
  'allocation-before-validation': { allocatesEarly: true },
  'run-started-unfunded': { unfunded: true },
  'arrival-booked-by-mark': { booksByMark: true },
};
