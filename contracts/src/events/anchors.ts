/**
 * Stream `anchor-<id>`: the head of the log's hash chain is written into a validated ledger, where nobody can change
 * it. Everything that was in the log at that time can no longer be altered or cut off unnoticed.
 */
import type { ConcludedAttempt, EventType, SignedAttempt } from './event-type.js';

export type AnchorOrdered = EventType<
  'AnchorOrdered',
  {
    anchorId: string;
    /** Number of the log's last event, and its hash, which covers everything before it. */
    position: number;
    headHash: string;
    /** Root of the Merkle tree over all events up to it (hex). */
    root: string;
    /** SHA-256 (hex) of the public key by which checkpoints are signed. */
    key: string;
  }
>;
/** The transaction that carries it, signed and journaled; from now on it may be on a ledger. */
export type AnchorSubmitted = EventType<'AnchorSubmitted', SignedAttempt & { anchorId: string }>;
/** It is on a validated ledger, or it is proved that it never will be: then `ledgerIndex` is null. */
export type AnchorConcluded = EventType<'AnchorConcluded', ConcludedAttempt & { anchorId: string }>;
export type AnchorEvent = AnchorOrdered | AnchorSubmitted | AnchorConcluded;
