import type { AnchorsVerdict } from '@tknest/contracts/api';
import type { ChainReport, KnownHash } from '#platform/event-store/verify-chain.js';

/** An anchor as a ledger holds it. Older programs wrote no root. */
export interface FoundAnchor extends KnownHash {
  txHash: string;
  ledgerIndex: number;
  /** Of the tree over all events up to it, hex. */
  root?: string;
}

/** Anchors as ledgers hold them. */
export interface LedgerAnchors {
  /** Whose transactions were read. The log names it: compare it with what you know of the platform. */
  issuer?: string;
  found: readonly FoundAnchor[];
  /** Anchors that the log names and of whose ledgers the node does not hold all any more. */
  unproved: number;
  /** Anchors that the log names and their ledgers do not hold. */
  missing: number;
}

/** Reads the anchors of the log from the ledger, also those that the log does not name. @throws where it is away */
export type AnchorSource = (signal: AbortSignal) => Promise<LedgerAnchors>;

/** What the anchors say, in words of the report. */
export function verdictOn(anchors: LedgerAnchors | null, broken: ChainReport['broken']): AnchorsVerdict {
  if (!anchors) return { state: 'unreachable', compared: 0, unproved: 0, last: null };
  const { found, unproved, missing } = anchors;
  const newest = found.toSorted((a, b) => a.ledgerIndex - b.ledgerIndex).at(-1);
  const last = newest ? { position: newest.position, txHash: newest.txHash, ledgerIndex: newest.ledgerIndex } : null;
  // Events after the break were not compared: from there on, the log is not what was anchored.
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
