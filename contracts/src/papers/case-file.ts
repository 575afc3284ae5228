/** What a case's page and its file call documents, their checks for malware, and relations of wallets. */
import type { PersonWalletView } from '../api/index.js';
import type { DocumentScan } from '../events/index.js';
import { dayInWords, isDay } from '../money/index.js';

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

/** `23 Nov 1962`, as sanctions lists write a day. */
const LISTED_DAY = /^\d{1,2} [A-Z][a-z]{2} \d{4}$/;
/** A date of birth as `Apr 12, 1985`, of ISO or a list's form; anything else, such as a year alone, as it is. */
export const birthInWords = (date: string): string => {
  const day = LISTED_DAY.test(date) ? new Date(`${date} UTC`).toISOString().slice(0, 10) : date;
  return isDay(day) ? dayInWords(day) : date;
};
let regions: Intl.DisplayNames | undefined;
/** `United States`, of an ISO 3166 code; anything else as it is. */
export function countryInWords(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  regions ??= new Intl.DisplayNames('en', { type: 'region' });
  return regions.of(code) ?? code;
}
