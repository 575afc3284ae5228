/**
 * The rules of submission, pure: what was seen of the ledger comes in, a proposal goes out. The owner of the facts maps
 * it to its own events and commits them; only then is anything sent.
 *
 * - Journal first: `begin` is recorded before the blob leaves.
 * - The same blob: what was journaled is sent again until its result is known; nothing new is signed meanwhile.
 * - Only a validated ledger says yes; only proof of absence says no.
 *
 * Source: "Reliable transaction submission", xrpl.org.
 */
import type { AccountFacts, Amount, Conclusion } from '../ledger-port.js';
import { isSigned, type Fates, type Signed, type Submission } from './submission.js';

/** A signature that expires sooner than this, in ledgers, is not worth submitting. */
export const MIN_LEDGERS_LEFT = 4;

export type Beginning<S> =
  | { propose: 'begin'; of: S }
  /** Its holder has sent it already, so it is in flight. */
  | { propose: 'under-way'; of: Signed<S> }
  /** It can no longer be sent. */
  | { propose: 'void'; of: readonly S[]; reason: string };

/**
 * Members of a group (consecutive sequences of one account) whose sequence number is used or uncertain: their outcome
 * must be known before `proposeBeginning`.
 */
export function membersToSeek<S extends Submission>(group: readonly S[], account: AccountFacts | null): readonly S[] {
  return account && account.sequence === group[0]?.sequence ? [] : group.filter(isSigned);
}

/**
 * What to do with a group that is signed but not submitted.
 * @param seen account and index of the last validated ledger, and the outcomes requested by `membersToSeek`
 */
export function proposeBeginning<S extends Submission>(
  group: readonly S[],
  seen: { account: AccountFacts | null; ledgerIndex: number; fates: Fates },
): Beginning<S> {
  const first = group[0]!;
  if (!seen.account || seen.account.sequence !== first.sequence) return proposeWherePlaceIsTaken(group, seen.fates);
  const dying = group.filter(({ lastLedgerSequence }) => lastLedgerSequence < seen.ledgerIndex + MIN_LEDGERS_LEFT);
  if (dying.length > 0) return { propose: 'void', of: dying, reason: 'its LastLedgerSequence is too near' };
  return { propose: 'begin', of: first };
}

/** Their sequence number is used: by one of themselves, or by another transaction. */
export function proposeWherePlaceIsTaken<S extends Submission>(
  group: readonly S[],
  fates: Fates,
): Exclude<Beginning<S>, { propose: 'begin' }> {
  const landed = group.filter(isSigned).find(({ hash }) => fates.get(hash)?.kind === 'validated');
  return landed
    ? { propose: 'under-way', of: landed }
    : { propose: 'void', of: group, reason: 'the account sequence moved' };
}

export type Ending =
  /** The outcome is not known yet: the same blob is sent again. */
  | { propose: 'send-again' }
  /** It has expired, but the node cannot prove anything: unknown does not mean failed. */
  | { propose: 'wait' }
  | {
      propose: 'validated';
      result: string;
      ledgerIndex: number;
      delivered: Amount | null;
      /** As the ledger shows it. */
      applied: Record<string, unknown>;
    }
  /** A validated ledger only charged its fee (tec). */
  | { propose: 'refused'; result: string; ledgerIndex: number }
  /** Proved: it is in no ledger and can no longer enter one. */
  | { propose: 'absent'; reason: 'expired' | 'sequence-used' };

/** What to do with a transaction that was submitted. */
export function proposeEnding(conclusion: Conclusion): Ending {
  switch (conclusion.kind) {
    case 'pending':
      return { propose: 'send-again' };
    case 'unknown':
      return { propose: 'wait' };
    case 'absent':
      return { propose: 'absent', reason: conclusion.reason };
    case 'validated': {
      const { result, ledgerIndex, delivered, transaction: applied } = conclusion;
      return result === 'tesSUCCESS'
        ? { propose: 'validated', result, ledgerIndex, delivered, applied }
        : { propose: 'refused', result, ledgerIndex };
    }
  }
}
