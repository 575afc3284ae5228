import type { AnchorsVerdict } from '@tknest/contracts/api';
import type { ChainReport, KnownHash } from '#platform/event-store/verify-chain.js';

/** An anchor as a ledger holds it. */
export interface FoundAnchor extends KnownHash {
  txHash: string;
  ledgerIndex: number;
  /** Root of the tree over all events up to the anchored one, in hex. */
  root: string;
}

/** Anchors as read from the ledger. */
export interface LedgerAnchors {
  /** The account whose transactions were read. The log names it: compare it with the issuer that you know. */
  issuer?: string;
  found: readonly FoundAnchor[];
  /** Anchors that the log names in ledgers that the node no longer has completely. */
  unproved: number;
  /** Anchors that the log names but their ledgers don't contain. */
  missing: number;
}

/**
 * Reads the anchors of the log from the ledger, also those that the log does not name. @throws if the ledger is
 * unavailable
 */
export type AnchorSource = (signal: AbortSignal) => Promise<LedgerAnchors>;

/** The report's verdict on the anchors. */
export function verdictOn(anchors: LedgerAnchors | null, broken: ChainReport['broken']): AnchorsVerdict {
  if (!anchors) return { state: 'unreachable', compared: 0, unproved: 0, last: null };
  const { found, unproved, missing } = anchors;
  const newest = found.toSorted((a, b) => a.ledgerIndex - b.ledgerIndex).at(-1);
  const last = newest ? { position: newest.position, txHash: newest.txHash, ledgerIndex: newest.ledgerIndex } : null;
  // Events after the break were not compared; from there on, the log differs from what was anchored.
  const differ = broken !== null && found.some(({ position }) => position >= broken.position);
  const state = differ
    ? 'differ'
    : missing > 0
      ? 'missing'
      : found.length > 0
        ? 'fit'
        : unproved > 0
          ? 'unproved'
          : 'none';
  return { state, compared: found.length, unproved, last };
}
