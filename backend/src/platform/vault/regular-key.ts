import { canonicalJson } from '../event-store/canonical-json.js';
import { RowMacs } from '../keys/row-macs.js';
import type { Ring } from '../keys/ring.js';

/** What is asked of a worker about the key that signs for a ledger account. */
export interface KeyAsked {
  name: string;
  step: 'make' | 'begin' | 'show';
  /** ISO 8601. */
  at: string;
  /** Hexadecimal; proves that the caller has the keys that only workers open. */
  mac: string;
}

export interface KeyStanding {
  address: string;
  /** The key that signs; null if it is the account's own. */
  regularKey: string | null;
  change: { address: string; step: 'made' | 'begun' | 'set' } | null;
  isMasterDisabled: boolean;
}

/** What a worker answers. */
export interface Answered extends KeyStanding {
  /** Hexadecimal: it is a worker that answers, and to this question. */
  mac: string;
}

const FRESH_MS = 60_000;

export const askMacs = (ring: Pick<Ring, 'current' | 'reload'>): RowMacs =>
  new RowMacs(ring, 'rows/worker', 'regular-key');

/** Whether it was asked just now: one that somebody has copied is of no use later. */
export const isFresh = (at: string, now: Date): boolean => Math.abs(now.getTime() - new Date(at).getTime()) <= FRESH_MS;

const parts = ({ name, step, at }: KeyAsked, { address, regularKey, change, isMasterDisabled }: KeyStanding) =>
  [name, step, at, canonicalJson({ address, regularKey, change, isMasterDisabled })] as const;

/** A worker's answer: who asks destroys backups by what it says. */
export const answered = (ring: Pick<Ring, 'current' | 'reload'>, asked: KeyAsked, standing: KeyStanding): Answered => ({
  ...standing,
  mac: answerMacs(ring)
    .of(...parts(asked, standing))
    .toString('hex'),
});

/** A worker's answer. @throws Error if somebody else wrote it, who can write to the database */
export function genuine(
  ring: Pick<Ring, 'current' | 'reload'>,
  asked: KeyAsked,
  { mac, ...standing }: Answered,
): KeyStanding {
  if (!answerMacs(ring).fits(Buffer.from(mac ?? '', 'hex'), ...parts(asked, standing)))
    throw new Error('This was answered, but not by a worker: somebody else writes to the database.');
  return standing;
}

const answerMacs = (ring: Pick<Ring, 'current' | 'reload'>): RowMacs =>
  new RowMacs(ring, 'rows/worker', 'regular-key-answer');
