import { canonicalJson } from '../event-store/canonical-json.js';
import { RowMacs } from '../keys/row-macs.js';
import type { Ring } from '../keys/ring.js';

/** A request to a worker about the key that signs for a ledger account. */
export interface KeyAsked {
  name: string;
  step: 'make' | 'begin' | 'show';
  /** ISO 8601. */
  at: string;
  /** Hexadecimal; proves that the caller has the keys that only workers can open. */
  mac: string;
}

export interface KeyStanding {
  address: string;
  /** The key that signs; null if it is the account's master key. */
  regularKey: string | null;
  change: { address: string; step: 'made' | 'begun' | 'set' } | null;
  isMasterDisabled: boolean;
}

/** A worker's answer. */
export interface Answered extends KeyStanding {
  /** Hexadecimal; proves that a worker answered this request. */
  mac: string;
}

const FRESH_MS = 60_000;

export const askMacs = (ring: Pick<Ring, 'current' | 'reload'>): RowMacs =>
  new RowMacs(ring, 'rows/worker', 'regular-key');

/** Whether the request is recent, so that a copied one cannot be used later. */
export const isFresh = (at: string, now: Date): boolean => Math.abs(now.getTime() - new Date(at).getTime()) <= FRESH_MS;

const parts = ({ name, step, at }: KeyAsked, { address, regularKey, change, isMasterDisabled }: KeyStanding) =>
  [name, step, at, canonicalJson({ address, regularKey, change, isMasterDisabled })] as const;

/** A worker's answer, authenticated because the operator may destroy backups based on it. */
export const answered = (ring: Pick<Ring, 'current' | 'reload'>, asked: KeyAsked, standing: KeyStanding): Answered => ({
  ...standing,
  mac: answerMacs(ring)
    .of(...parts(asked, standing))
    .toString('hex'),
});

/** Verifies a worker's answer. @throws Error if somebody else with write access to the database wrote it */
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
