/**
 * The kinds of digests, each with its own key. Events contain digests and never change, so these keys are never
 * replaced.
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
  'name-search',
  'network',
] as const;

export type IndexKind = (typeof INDEX_KINDS)[number];
