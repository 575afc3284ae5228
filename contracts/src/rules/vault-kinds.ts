/**
 * The kinds of vault items, each with the folders whose code opens it. A call that opens an item names its kind and its
 * subject, so that a manipulated row cannot make it open another one.
 */
export const VAULT_KINDS = {
  'kyc-application': ['features/identity'],
  'kyc-document/idDocument': ['features/identity'],
  'kyc-document/addressProof': ['features/identity'],
  'kyc-document/incomeProof': ['features/identity'],
  'kyc-document/additionalDocs': ['features/identity'],
  'kyc-document/answer': ['features/identity'],
  'provider-report': ['features/identity'],
  'retained-person': ['features/identity'],
  'retained-document': ['features/identity'],
  'brake-reason': ['features/identity'],
  'sessions-ended-reason': ['features/identity'],
  'screening-subjects': ['features/compliance', 'features/screening'],
  'compliance-answer': ['features/compliance'],
  'compliance-reason': ['features/compliance', 'features/identity'],
  'name-search': ['features/compliance'],
  'case-note': ['features/operations-cases', 'features/proposals'],
  'proposal-reason': ['features/proposals'],
  'rental-contract': ['features/listings'],
  'rental-contract-name': ['features/listings'],
} as const satisfies Record<string, readonly string[]>;
export type VaultKind = keyof typeof VAULT_KINDS;

/** A person's own files. */
export const DOCUMENT_KINDS = [
  'kyc-document/idDocument',
  'kyc-document/addressProof',
  'kyc-document/incomeProof',
  'kyc-document/additionalDocs',
  'kyc-document/answer',
] as const satisfies readonly VaultKind[];

/** What only workers open, by `SecretVault`: whoever has one of these can move money or sign the record. */
export const SECRET_KINDS = ['ledger-seed', 'signed-blob', 'ed25519-seed'] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];
