/**
 * What digests are kept of, each under a key of its own. They stand in events that are never changed, so these keys
 * are never replaced.
 */
export const INDEX_KINDS = [
  'ssn',
  'name-word',
  'document',
  'idempotency',
  'payment-memo',
  'screened-subjects',
  'screened-name',
  'screened-birth-date',
  'screened-wallet',
] as const;

export type IndexKind = (typeof INDEX_KINDS)[number];

/** What a key of the ring is for: `vault` wraps the subjects' keys. */
export const REPLACEABLE = ['vault', 'sessions', 'devices'] as const;

export type Replaceable = (typeof REPLACEABLE)[number];
export type KeyPurpose = Replaceable | `index/${IndexKind}`;

export const KEY_PURPOSES: readonly KeyPurpose[] = [
  ...REPLACEABLE,
  ...INDEX_KINDS.map((kind): KeyPurpose => `index/${kind}`),
];
