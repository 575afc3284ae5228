/** Acts that take two people. */
export const PROPOSAL = {
  /** Hours after which an unapproved proposal expires. */
  expiresAfterHours: 72,
  /** Minutes to wait for a signature. */
  signMinutes: 15,
  /** Hours after which an admin newly named in the settings may approve. */
  newPersonWaitsHours: 24,
  /** The minimum number of people. */
  persons: 2,
} as const;
