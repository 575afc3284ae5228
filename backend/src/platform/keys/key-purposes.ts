import { INDEX_KINDS, type IndexKind } from '@tknest/contracts/rules';

/** What a key of the ring is for: `vault` wraps the subjects' keys. */
export const REPLACEABLE = ['vault', 'sessions', 'devices'] as const;

export type Replaceable = (typeof REPLACEABLE)[number];
/**
 * What authenticates the log: its own id, and one key for each writer of events. Made once everything that was written
 * before has been looked at.
 */
export const LOG_PURPOSES = ['log', 'mac/web', 'mac/worker'] as const;

/** Authenticates rows that outlive their key: timers, lookups, snapshots. */
const ROWS = 'rows';

/**
 * What only workers open once the keys are split: `signer` wraps the keys under which the ledger accounts' seeds lie,
 * `rows/worker` authenticates timers and the worker's snapshots.
 */
export const WORKER_PURPOSES = ['signer', 'rows/worker'] as const;

export type WorkerPurpose = (typeof WORKER_PURPOSES)[number];

/** What does their work before the keys are split. */
export const BEFORE_SPLIT: Readonly<Record<WorkerPurpose, KeyPurpose>> = { signer: 'vault', 'rows/worker': 'rows' };

export type KeyPurpose =
  Replaceable | WorkerPurpose | typeof ROWS | `index/${IndexKind}` | (typeof LOG_PURPOSES)[number];

/** Those that every start makes where they are missing. */
export const KEY_PURPOSES: readonly KeyPurpose[] = [
  ...REPLACEABLE,
  ROWS,
  ...INDEX_KINDS.map((kind): KeyPurpose => `index/${kind}`),
];
