/**
 * The state of a ledger transaction, folded from its owner's facts (an anchor, an issuance, a payout run, an account):
 *
 * ordered → submitted → validated | failed (a tec) | void (proved absent) | held
 *
 * `held`: an unknown transaction used its ticket; nothing is signed in its place. The facts are in the owner's stream,
 * appended together with the owner's other decisions (decision 018); this is the courier's view of them. Pure.
 */
import type { Submission } from '../submissions/submission.js';

/** The newest attempt at one transaction of an owner. */
export interface Attempt extends Submission {
  hash: string;
  blobItem: string;
  attempt: number;
  /** The purpose of its ticket; empty if it uses the account's sequence. */
  purpose: string;
  /** Attempts so far that a validated ledger refused (tec): each used up a ticket. */
  refusals: number;
}

/** Data of the event that journals an attempt before it is sent. */
export interface SubmittedFact {
  attempt: number;
  purpose: string;
  hash: string;
  /** Null if it uses the account's sequence. */
  ticket: number | null;
  /** Last validated ledger when it was signed: it cannot be in this one or an earlier one. */
  ledgerIndex: number;
  lastLedgerSequence: number;
  blobItem: string;
}

/** Data of the event that a ledger, or a proof of absence, ended it; `ledgerIndex` is null if it is in no ledger. */
export interface ConcludedFact {
  hash: string;
  result: string;
  ledgerIndex: number | null;
}

/** The `result` of a transaction whose ticket was used by an unknown one. */
export const TICKET_TAKEN = 'sequence-used';

/** The `result` of a transaction whose sequence is used, perhaps by itself: no node has those ledgers. */
export const HISTORY_FORGOTTEN = 'history-forgotten';

/** The `result` that allows a held transaction to be signed again, on another ticket. */
export const RELEASED = 'released';

/** @param before the previous attempt at the same transaction */
export const submitted = (fact: SubmittedFact, before?: Pick<Attempt, 'refusals'>): Attempt => ({
  attempt: fact.attempt,
  purpose: fact.purpose,
  refusals: before?.refusals ?? 0,
  state: 'submitted',
  sequence: 0,
  ticket: fact.ticket,
  lastLedgerSequence: fact.lastLedgerSequence,
  preparedAt: fact.ledgerIndex,
  hash: fact.hash,
  blobItem: fact.blobItem,
  submittedAt: fact.ledgerIndex,
  result: null,
  ledgerIndex: null,
});

/** The attempt with its result; unchanged if the event is about an earlier attempt. */
export function concluded(attempt: Attempt, fact: ConcludedFact): Attempt;
export function concluded(attempt: Attempt | undefined, fact: ConcludedFact): Attempt | undefined;
export function concluded(attempt: Attempt | undefined, fact: ConcludedFact): Attempt | undefined {
  if (attempt?.hash !== fact.hash) return attempt;
  // Its ticket is used up, but no ledger refused it.
  if (fact.result === RELEASED) return { ...attempt, state: 'failed', result: RELEASED };
  const { result, ledgerIndex } = fact;
  const state = stateAfter(fact);
  return { ...attempt, state, result, ledgerIndex, refusals: attempt.refusals + (state === 'failed' ? 1 : 0) };
}

function stateAfter({ result, ledgerIndex }: ConcludedFact): Attempt['state'] {
  if (ledgerIndex === null) return result === TICKET_TAKEN ? 'held' : 'void';
  return result === 'tesSUCCESS' ? 'validated' : 'failed';
}
