import { INDEX_KINDS, type IndexKind } from '@tknest/contracts/rules';

/** What a key of the ring is for: `vault` wraps the subjects' keys. */
export const REPLACEABLE = ['vault', 'sessions', 'devices'] as const;

export type Replaceable = (typeof REPLACEABLE)[number];
/**
 * What authenticates the log: its own id, and one key for each writer of events. Made once everything that was written
 * before has been looked at.
 */
export const LOG_PURPOSES = ['log', 'mac/web', 'mac/worker'] as const;

/** Authenticates rows that outlive any rotation: timers, lookups, snapshots. */
const ROWS = 'rows';

export type KeyPurpose = Replaceable | typeof ROWS | `index/${IndexKind}` | (typeof LOG_PURPOSES)[number];

/** Those that every start makes where they are missing. */
export const KEY_PURPOSES: readonly KeyPurpose[] = [
  ...REPLACEABLE,
  ROWS,
  ...INDEX_KINDS.map((kind): KeyPurpose => `index/${kind}`),
];
