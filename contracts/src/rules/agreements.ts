/**
 * The texts to which an applicant agrees (REQ-1.2.47): address, version, and effective date (YYYY-MM-DD). Update
 * version and date when you change a text, because consents are recorded by version.
 */
export const AGREEMENT_TEXTS = {
  terms: { title: 'Terms of service', path: '/terms', version: '1.2', since: '2026-11-27' },
  privacy: { title: 'Privacy policy', path: '/privacy', version: '1.1', since: '2026-11-27' },
  riskDisclosure: { title: 'Risk disclosure', path: '/risks', version: '1.1', since: '2026-11-27' },
} as const;
export type AgreementText = keyof typeof AGREEMENT_TEXTS;

/** `terms 1.2, privacy 1.1, riskDisclosure 1.1`: the versions that a page shows, sent with the consent. */
export const AGREEMENT_VERSIONS = Object.entries(AGREEMENT_TEXTS)
  .map(([name, { version }]) => `${name} ${version}`)
  .join(', ');
