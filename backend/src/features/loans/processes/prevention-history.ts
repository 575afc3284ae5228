/** What RLUSD's issuer did since a ledger so that landlords cannot repay, from the ledger's own history. Pure. */
import type { IssuerFollowed, Prevention } from '@tknest/contracts/events';
import type { Day } from '@tknest/contracts/money';
import type { Folded } from '#platform/event-store/folding.js';
import { preventedBy, type Shown } from '../account/grace.js';
import type { Loan } from '../account/loan.state.js';

/** How far it is known. */
export const issuerFold: Folded<{ followedTo: number }, IssuerFollowed> = {
  stream: 'rlusd-issuer',
  initialState: { followedTo: 0 },
  evolve: (_, { data }) => ({ followedTo: data.toLedger }),
};

/** What one entry of the ledger shows: RLUSD's issuer, the payout escrow's line or the landlord's. */
export interface History {
  /** By what this entry can prevent repayments. */
  kinds: readonly Prevention[];
  /** What it showed from a ledger on, oldest first. */
  points: readonly { ledgerIndex: number; day: Day; by: Prevention | null }[];
  now: Prevention | null;
}

/** What all of these entries together showed about a loan, from the oldest change to today. */
export function shownBy(entries: readonly History[], today: Day, loan: Loan): Shown[] {
  const days = new Map(entries.flatMap(({ points }) => points.map(({ ledgerIndex, day }) => [ledgerIndex, day])));
  const ledgers = [...days].sort(([a], [b]) => a - b);
  const first = (of: (entry: History) => Prevention | null) => entries.map(of).find((by) => by !== null) ?? null;
  return [
    ...ledgers.map(([index, day]) => ({ by: first((entry) => shownAt(entry, index, loan)), day })),
    { by: first(({ now }) => now), day: today },
  ];
}

/** What an entry showed at a ledger. Before its first change, it showed what is recorded. */
function shownAt({ kinds, points, now }: History, index: number, loan: Loan): Prevention | null {
  if (points.length === 0) return now;
  const point = points.findLast(({ ledgerIndex }) => ledgerIndex <= index);
  if (point) return point.by;
  const before = preventedBy(loan);
  return before !== null && kinds.includes(before) ? before : null;
}
