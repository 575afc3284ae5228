import { RowMacs } from './row-macs.js';
import type { Ring } from './ring.js';

/** What is asked of a worker about the key that signs for a ledger account. */
export interface KeyAsked {
  name: string;
  step: 'make' | 'begin' | 'show';
  /** ISO 8601. */
  at: string;
  /** Hexadecimal: whoever asks has the keys that only workers open. */
  mac: string;
}

export interface KeyStanding {
  address: string;
  /** The key that signs; null where it is the account's own. */
  regularKey: string | null;
  change: { address: string; step: 'made' | 'begun' | 'set' } | null;
  isMasterDisabled: boolean;
}

const FRESH_MS = 60_000;

export const askMacs = (ring: Pick<Ring, 'current' | 'reload'>): RowMacs =>
  new RowMacs(ring, 'rows/worker', 'regular-key');

/** Whether it was asked just now: one that somebody has copied is of no use later. */
export const isFresh = (at: string, now: Date): boolean => Math.abs(now.getTime() - new Date(at).getTime()) <= FRESH_MS;
