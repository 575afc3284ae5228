/** The sources of payout runs: how the ids of their runs begin, and whether a person orders each run. */
import type { PayoutSource } from '@tknest/contracts/events';

interface Source {
  prefix: string;
  /** A person who orders it again makes a run with another id. The ids of all other runs follow from the log. */
  byPerson: boolean;
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
};

/** The id of a run. @param of identifies it among the runs of its source */
export const runIdOf = (source: PayoutSource, of: string): string => SOURCES[source].prefix + of;

/** Whether a person ordered the run; true if its id belongs to no source. */
export function isOrderedByPerson(runId: string): boolean {
  const source = Object.values(SOURCES).find(({ prefix }) => runId.startsWith(prefix));
  return source === undefined || source.byPerson;
}
