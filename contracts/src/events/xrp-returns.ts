/**
 * Stream `xrp-return-<account>~<hash>`: XRP of somebody else that reached a platform account with this transaction, on
 * its way back.
 */
import type { ConcludedAttempt, EventType, MovingEventType, SignedAttempt, Wallet } from './event-type.js';
import type { PlatformAccountName } from './platform-accounts.js';

/** As the ledger showed it when two people had decided; ordered again after a refusal. */
export type XrpReturnOrdered = EventType<
  'XrpReturnOrdered',
  {
    returnId: string;
    account: PlatformAccountName;
    /** The transaction that brought the XRP, and its ledger. */
    arrival: string;
    arrivedIn: number;
    /** Its sender, and the destination tag with which it goes back: the sender's source tag. */
    wallet: Wallet;
    tag: number | null;
    /** What arrived goes back whole: an amount that depended on the moment would hide a return that a log lost. */
    drops: string;
  }
>;
/** Signed and journaled; from now on it may be on a ledger. */
export type XrpReturnSubmitted = EventType<'XrpReturnSubmitted', SignedAttempt & { returnId: string }>;
/** It is on a validated ledger, or it is proved that it never will be: then `ledgerIndex` is null. */
export type XrpReturnConcluded = EventType<'XrpReturnConcluded', ConcludedAttempt & { returnId: string }>;
/** The XRP is back: the books have nothing of it any more. */
export type XrpReturned = MovingEventType<
  'XrpReturned',
  {
    returnId: string;
    account: PlatformAccountName;
    arrival: string;
    wallet: Wallet;
    drops: string;
    hash: string;
    ledgerIndex: number;
  }
>;
export type XrpReturnEvent = XrpReturnOrdered | XrpReturnSubmitted | XrpReturnConcluded | XrpReturned;
