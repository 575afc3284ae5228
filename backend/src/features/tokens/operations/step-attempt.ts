/** One step of an operation of a platform account, as the facts of its owner tell it: pure. */
import type { Submission } from '../../../platform/ledger/submissions/submission.js';

export interface StepAttempt extends Submission {
  attempt: number;
  /** What its ticket is for. */
  purpose: string;
}

/** What the fact says that journals an attempt before it is sent. */
export interface SubmittedStep {
  attempt: number;
  purpose: string;
  hash: string;
  ticket: number;
  ledgerIndex: number;
  lastLedgerSequence: number;
  blobItem: string;
}

/** What the fact says that a ledger, or a proof, ended it. */
export interface ConcludedStep {
  hash: string;
  result: string;
  ledgerIndex: number | null;
}

export const submittedStep = (fact: SubmittedStep): StepAttempt => ({
  attempt: fact.attempt,
  purpose: fact.purpose,
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
export function concludedStep(
  attempt: StepAttempt | undefined,
  { hash, result, ledgerIndex }: ConcludedStep,
): StepAttempt | undefined {
  if (attempt?.hash !== hash) return attempt;
  const state = ledgerIndex === null ? 'void' : result === 'tesSUCCESS' ? 'validated' : 'failed';
  return { ...attempt, state, result, ledgerIndex };
}

/** What the next attempt's ticket is for: an attempt that is proved absent keeps its ticket for the next. */
export const nextPurpose = (before: StepAttempt | undefined, of: string): string =>
  before?.state === 'void' ? before.purpose : `${of}/${(before?.attempt ?? 0) + 1}`;
