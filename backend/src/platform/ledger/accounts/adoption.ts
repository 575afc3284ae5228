/** Which transactions a signing gate adopts from the ledger without asking anybody. Pure. */
import type { LedgerTransaction } from '../ledger-port.js';
import type { UnknownUse } from './account.decider.js';
import { isHarmless, ticketsMadeBy } from './gate.rules.js';
import { blobOf, subjectNamedBy } from './settled-before.js';

/**
 * Those that moved nothing, or that name their purpose, so that the owner finds them when it reaches the same purpose
 * again.
 */
export const isAdoptable = (one: LedgerTransaction): boolean => isHarmless(one) || named(one) !== null;

export const useOf = (one: LedgerTransaction): UnknownUse => ({
  what: one.tx.TransactionType,
  hash: one.hash,
  ticket: one.tx.TicketSequence ?? null,
  sequence: one.tx.TicketSequence === undefined ? one.tx.Sequence : null,
  tickets: ticketsMadeBy(one),
  result: one.result,
  ledgerIndex: one.ledgerIndex,
  ...named(one),
});

function named(one: LedgerTransaction): { subject: string; blob: string } | null {
  if (one.result !== 'tesSUCCESS' || one.tx.TicketSequence === undefined) return null;
  const subject = subjectNamedBy(one.tx);
  const blob = subject === null ? null : blobOf(one);
  return subject !== null && blob !== null ? { subject, blob } : null;
}
