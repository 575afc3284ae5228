/**
 * A ledger transaction on its way, as facts of its owner tell it (an anchor, an issuance, a payout run, an account):
 *
 *   ordered → submitted → validated | failed (a tec) | void (proved absent) | held
 *
 * `held`: somebody else used its ticket, and what that did is not known; nothing is signed in its place. The facts
 * stand in the owner's stream, appended with whatever else the owner decides (decision 018); this is the view of them
 * that the courier carries. Pure.
 */
import type { Submission } from '../submissions/submission.js';

/** The newest attempt at one transaction of an owner. */
export interface Attempt extends Submission {
  attempt: number;
  /** What its ticket is for; empty where it takes the account's sequence. */
  purpose: string;
  /** Attempts so far that a validated ledger refused (tec): each burned a ticket. */
  refusals: number;
}

/** What the fact says that journals an attempt before it is sent. */
export interface SubmittedFact {
  attempt: number;
  purpose: string;
  hash: string;
  /** Null where it takes the account's sequence. */
  ticket: number | null;
  /** Last validated ledger when it was signed: it can stand in none up to there. */
  ledgerIndex: number;
  lastLedgerSequence: number;
  blobItem: string;
}

/** What the fact says that a ledger, or a proof, ended it: `ledgerIndex` is null where it stands in none. */
export interface ConcludedFact {
  hash: string;
  result: string;
  ledgerIndex: number | null;
}

/** The `result` of a fact about a transaction whose ticket somebody else used. */
export const TICKET_TAKEN = 'sequence-used';

/** The `result` of one whose sequence is used, by itself as far as anybody can tell: no node has those ledgers. */
export const HISTORY_FORGOTTEN = 'history-forgotten';

/** The `result` of a fact that lets one whose ticket somebody else used be signed again, on another ticket. */
export const RELEASED = 'released';

/** @param before the attempt at the same transaction that this one follows */
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

/** The attempt as it ended; as it was where the fact is about an earlier one. */
export function concluded(attempt: Attempt | undefined, fact: ConcludedFact): Attempt | undefined {
  if (attempt?.hash !== fact.hash) return attempt;
  // Its ticket is gone, and nothing was refused.
  if (fact.result === RELEASED) return { ...attempt, state: 'failed', result: RELEASED };
  const { result, ledgerIndex } = fact;
  const state = stateAfter(fact);
  return { ...attempt, state, result, ledgerIndex, refusals: attempt.refusals + (state === 'failed' ? 1 : 0) };
}

function stateAfter({ result, ledgerIndex }: ConcludedFact): Attempt['state'] {
  if (ledgerIndex === null) return result === TICKET_TAKEN ? 'held' : 'void';
  return result === 'tesSUCCESS' ? 'validated' : 'failed';
}
