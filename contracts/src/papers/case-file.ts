/** What a case's page and its file call documents, their checks for malware, and relations of wallets. */
import type { PersonWalletView } from '../api/index.js';
import type { DocumentScan } from '../events/index.js';

export const DOCUMENT_WORDS: Readonly<Record<string, string>> = {
  idDocument: 'ID document',
  addressProof: 'Address proof',
  incomeProof: 'Income proof',
  additionalDocs: 'Additional document',
  answer: 'Answer',
};
export const SCAN_WORDS: Readonly<Record<DocumentScan, string>> = {
  quarantined: 'Being checked for malware; not available yet',
  infected: 'Rejected: malware found',
  clean: 'Checked for malware',
  unscanned: 'Not checked for malware: no scanner is set up',
};
export const WALLET_WORDS: Readonly<Record<PersonWalletView['how'], string>> = {
  'same-number': 'Same social security number',
  linked: 'Linked by an officer',
  'through-another': 'Through another wallet',
  apart: 'Separated by an officer',
};
