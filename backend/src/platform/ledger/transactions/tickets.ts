/** Purposes of the platform accounts' tickets, and how many each use may have. Pure. */
import { TICKET_SHARES, type TicketUse } from '@tknest/contracts/rules';

/** One ticket, one purpose: an attempt that is proved absent and its successor have the same one. */
export interface TicketPurpose {
  use: TicketUse;
  /** The owner's id. */
  id: string;
  /** Which of its transactions: a leg, a step, a batch and payee; empty if it has only one. */
  part: readonly string[];
  attempt: number;
}

/** The form in the log. */
export const purposeText = ({ use, id, part, attempt }: TicketPurpose): string => [use, id, ...part, attempt].join('/');

const PURPOSE = new RegExp(`^(${Object.keys(TICKET_SHARES).join('|')})/([^/]+)/(?:(.+)/)?(\\d+)$`);

/** @returns null if it is not of a known use */
export function readPurpose(text: string): TicketPurpose | null {
  const [, use, id, part, attempt] = PURPOSE.exec(text) ?? [];
  return use ? { use: use as TicketUse, id: id!, part: part?.split('/') ?? [], attempt: Number(attempt) } : null;
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
