/**
 * The life cycle of a transaction that is sent to the ledger, computed from its owner's events:
 *
 *   prepared → requested (where a wallet signs) → signed → submitted → validated | failed | void
 *
 * A submission has no stream of its own. Its events are in the stream of its owner (a payment, one of the platform's
 * accounts). The rules of `submission.rules.ts` are applied to this view.
 */
import type { Conclusion, Sought } from '../ledger-port.js';

/** `held`: an unknown transaction used its ticket. */
export type SubmissionState =
  'prepared' | 'requested' | 'signed' | 'submitted' | 'validated' | 'failed' | 'void' | 'held';

export interface Submission {
  state: SubmissionState;
  /** 0 if it uses a ticket. */
  sequence: number;
  ticket: number | null;
  lastLedgerSequence: number;
  /** Last validated ledger when it was prepared: it cannot be in an earlier one. */
  preparedAt: number;
  hash: string | null;
  /** The vault item with the signed blob. */
  blobItem: string | null;
  /** Last validated ledger when submission began. */
  submittedAt: number | null;
  result: string | null;
  ledgerIndex: number | null;
}

/** Signed blobs are like checks: stored encrypted in the vault, and decrypted only for submission. */
export interface SignedBlobs {
  /** @param owner the stream whose events name the blob. @returns the vault item */
  keep(owner: string, blob: string): Promise<string>;
  open(item: string): Promise<string>;
}

/**
 * How to look up its outcome. Searched from the ledger at which it was prepared, not sent, because its holder may have
 * sent it earlier.
 */
export const soughtOf = (
  account: string,
  { hash, sequence, ticket, preparedAt, lastLedgerSequence }: Signed<SubmissionPlace>,
): Sought => ({ hash, account, sequence, ticket, fromLedger: preparedAt, lastLedgerSequence });

type SubmissionPlace = Pick<Submission, 'sequence' | 'ticket' | 'preparedAt' | 'lastLedgerSequence'>;

/** A submission with a known blob. */
export type Signed<One> = One & { hash: string };

/** Whether it was ever signed; only then can it be in a ledger. */
export const isSigned = <One extends { hash: string | null }>(one: One): one is Signed<One> => one.hash !== null;

export type Fates = ReadonlyMap<string, Conclusion>;
