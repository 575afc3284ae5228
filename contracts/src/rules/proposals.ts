/** Acts that take two people. */
export const PROPOSAL = {
  /** Hours after which an unapproved proposal expires. */
  expiresAfterHours: 72,
  /** Minutes that a signature is waited for. */
  signMinutes: 15,
  /** Hours after which somebody whom the settings newly name may approve. */
  newPersonWaitsHours: 24,
  /** People that it takes at least. */
  persons: 2,
} as const;
