/** What the tickets of the platform's accounts are for: one type, and how many each use may have. Pure. */

export const TICKET_USES = ['purchase', 'issuance', 'redemption', 'anchor', 'payout'] as const;
export type TicketUse = (typeof TICKET_USES)[number];

/** One ticket, one purpose: an attempt that is proved absent and its successor have the same one. */
export interface TicketPurpose {
  use: TicketUse;
  /** Of the owner: a payment, an issuance, a payout run. */
  id: string;
  /** Which of its transactions: a leg, a step, a batch and its payee; nothing where it has one only. */
  part: readonly string[];
  attempt: number;
}

/** As the log keeps it. A purchase's is older than the others and begins with the payment's id. */
export const purposeText = ({ use, id, part, attempt }: TicketPurpose): string =>
  [...(use === 'purchase' ? [] : [use]), id, ...part, attempt].join('/');

const USE_WITH_PREFIX = /^(issuance|redemption|anchor|payout)\/([^/]+)\/(?:(.+)\/)?(\d+)$/;
const PURCHASE = /^([0-9a-f-]{36})\/(authorise|issuance|fee-refund)\/(\d+)$/;

/** @returns null where no use of this program made it */
export function readPurpose(text: string): TicketPurpose | null {
  const [, use, id, part, attempt] = USE_WITH_PREFIX.exec(text) ?? [];
  if (use) return { use: use as TicketUse, id: id!, part: part?.split('/') ?? [], attempt: Number(attempt) };
  const [, paymentId, leg, ofLeg] = PURCHASE.exec(text) ?? [];
  return paymentId ? { use: 'purchase', id: paymentId, part: [leg!], attempt: Number(ofLeg) } : null;
}

/** How many tickets of an account a use may have at a time: this part of all, and never more than `max`. */
interface Share {
  part: number;
  max: number;
  /** Free tickets that it leaves to purchases: somebody who has paid does not wait behind a list of ten thousand. */
  leaves: number;
}

/** So that no use empties the pool: what a purchase cannot have is there for the others, and the other way round. */
export const SHARES: Readonly<Record<TicketUse, Share>> = {
  purchase: { part: 5 / 6, max: 200, leaves: 0 },
  issuance: { part: 1 / 4, max: 60, leaves: 40 },
  redemption: { part: 1 / 6, max: 40, leaves: 40 },
  anchor: { part: 1 / 24, max: 4, leaves: 40 },
  /** The escrow has no other use. */
  payout: { part: 1, max: 200, leaves: 0 },
};

/** Tickets that the use of a purpose may have at a time. @param all free tickets and those in use */
export function shareOf(use: TicketUse, all: number): number {
  const { part, max } = SHARES[use];
  return Math.max(1, Math.min(max, Math.ceil(all * part)));
}

/** Free tickets that a use leaves to others: half of them where an account can only afford a few. */
export const leftToOthers = (use: TicketUse, all: number): number => Math.min(SHARES[use].leaves, Math.floor(all / 2));

/** What the next attempt's ticket is for: one that is proved absent keeps its ticket for the next. */
export const nextPurpose = (
  before: { state: string; purpose: string; attempt: number } | undefined,
  of: Omit<TicketPurpose, 'attempt'>,
): string => (before?.state === 'void' ? before.purpose : purposeText({ ...of, attempt: (before?.attempt ?? 0) + 1 }));
