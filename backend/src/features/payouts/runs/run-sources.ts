/** The sources of payout runs: how the ids of their runs begin, and whether a person orders each run. */
import type { PayoutSource } from '@tknest/contracts/events';
import type { Purse } from '../escrow/escrow.decider.js';

interface Source {
  prefix: string;
  /** A person who orders it again makes a run with another id. The ids of all other runs follow from the log. */
  byPerson: boolean;
  /** The account that pays; left out for the payout escrow. */
  purse?: Purse;
}

const SOURCES: Readonly<Record<PayoutSource, Source>> = {
  payback: { prefix: 'payback-', byPerson: false },
  direct: { prefix: 'payback-', byPerson: false },
  autopay: { prefix: 'due-', byPerson: false },
  automation: { prefix: 'due-', byPerson: false },
  bulk: { prefix: 'bulk-', byPerson: true },
  'by-hand': { prefix: 'hand-', byPerson: true },
  withdrawal: { prefix: 'withdrawal-', byPerson: true },
  return: { prefix: 'return-', byPerson: false },
  refund: { prefix: 'refund-', byPerson: false },
  revenue: { prefix: 'revenue-', byPerson: true, purse: 'feeWallet' },
  'fee-return': { prefix: 'fee-return-', byPerson: false, purse: 'feeWallet' },
};

/** The id of a run. @param of identifies it among the runs of its source */
export const runIdOf = (source: PayoutSource, of: string): string => SOURCES[source].prefix + of;

const sourceOf = (runId: string): Source | undefined =>
  Object.values(SOURCES).find(({ prefix }) => runId.startsWith(prefix));

/** Whether a person ordered the run; true if its id belongs to no source. */
export const isOrderedByPerson = (runId: string): boolean => sourceOf(runId)?.byPerson ?? true;

/** The account that pays a run, and whose books have its money. */
export const purseOf = (runId: string): Purse => sourceOf(runId)?.purse ?? 'payoutEscrow';

/** The sources of runs that the fee wallet pays. */
export const FEE_WALLET_SOURCES = (Object.keys(SOURCES) as PayoutSource[]).filter(
  (source) => SOURCES[source].purse === 'feeWallet',
);
