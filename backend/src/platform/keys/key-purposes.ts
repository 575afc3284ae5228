import { INDEX_KINDS, type IndexKind } from '@tknest/contracts/rules';

/** The purposes of the ring's keys: `vault` wraps the subjects' keys. */
export const REPLACEABLE = ['vault', 'sessions', 'devices'] as const;

export type Replaceable = (typeof REPLACEABLE)[number];
/**
 * Keys that authenticate the log: its own id, and one key for each writer of events. Created once all earlier events
 * have been checked.
 */
export const LOG_PURPOSES = ['log', 'mac/web', 'mac/worker'] as const;

/** Authenticates rows that outlive their key: timers, lookups, snapshots. */
const ROWS = 'rows';

/**
 * Keys that only workers can open once the keys are split: `signer` wraps the keys that encrypt the ledger accounts'
 * seeds and the record's key, `rows/worker` authenticates timers and the worker's snapshots.
 */
export const WORKER_PURPOSES = ['signer', 'rows/worker'] as const;

export type WorkerPurpose = (typeof WORKER_PURPOSES)[number];

/** The keys used instead before the keys are split. */
export const BEFORE_SPLIT: Readonly<Record<WorkerPurpose, KeyPurpose>> = { signer: 'vault', 'rows/worker': 'rows' };

export type KeyPurpose =
  Replaceable | WorkerPurpose | typeof ROWS | `index/${IndexKind}` | (typeof LOG_PURPOSES)[number];

/** Keys that every start creates if they are missing. */
export const KEY_PURPOSES: readonly KeyPurpose[] = [
  ...REPLACEABLE,
  ROWS,
  ...INDEX_KINDS.map((kind): KeyPurpose => `index/${kind}`),
];
