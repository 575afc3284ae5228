/** Purposes of the platform accounts' tickets, and how many each use may have. Pure. */
import { TICKET_SHARES, UNNAMED_USES, type TicketUse } from '@tknest/contracts/rules';

/** One ticket, one purpose: an attempt that is proved absent and its successor have the same one. */
export interface TicketPurpose {
  use: TicketUse;
  /** The owner's id. */
  id: string;
  /** Which of its transactions: a leg, a step, a batch and payee; empty if it has only one. */
  part: readonly string[];
  attempt: number;
}

const UNNAMED_PARTS = Object.keys(UNNAMED_USES);
const NAMED_USES = Object.keys(TICKET_SHARES).filter((use) => !Object.values(UNNAMED_USES).some((is) => is === use));

/** The form in the log. For some uses it begins with the owner's id (`UNNAMED_USES`). */
export const purposeText = ({ use, id, part, attempt }: TicketPurpose): string =>
  [...(NAMED_USES.includes(use) ? [use] : []), id, ...part, attempt].join('/');

const NAMED = new RegExp(`^(${NAMED_USES.join('|')})/([^/]+)/(?:(.+)/)?(\\d+)$`);
const UNNAMED = new RegExp(`^([0-9a-f-]{36})/(${UNNAMED_PARTS.join('|')})/(\\d+)$`);

/** @returns null if it is not of a known use */
export function readPurpose(text: string): TicketPurpose | null {
  const [, use, id, part, attempt] = NAMED.exec(text) ?? [];
  if (use) return { use: use as TicketUse, id: id!, part: part?.split('/') ?? [], attempt: Number(attempt) };
  const [, owner, of, ofPart] = UNNAMED.exec(text) ?? [];
  return owner ? { use: UNNAMED_USES[of!]!, id: owner, part: [of!], attempt: Number(ofPart) } : null;
}

/** How many tickets the use of a purpose may have at a time. @param all free tickets and those in use */
export function shareOf(use: TicketUse, all: number): number {
  const { part, max } = TICKET_SHARES[use];
  return Math.max(1, Math.min(max, Math.ceil(all * part)));
}

/** Free tickets that a use leaves to others: half of them if an account can only afford a few. */
export const leftToOthers = (use: TicketUse, all: number): number =>
  Math.min(TICKET_SHARES[use].leaves, Math.floor(all / 2));

/** The purpose of the next attempt's ticket: after one that is proved absent, the same ticket is used again. */
export const nextPurpose = (
  before: { state: string; purpose: string; attempt: number } | undefined,
  of: Omit<TicketPurpose, 'attempt'>,
): string => (before?.state === 'void' ? before.purpose : purposeText({ ...of, attempt: (before?.attempt ?? 0) + 1 }));
