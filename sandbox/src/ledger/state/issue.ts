import { ACCOUNT_ZERO } from '../codec/account-id.js';
import { type Amount, isXrp } from './entries.js';

/** A currency and its issuer. XRP has no issuer; the account of zeros stands for none. */
export interface Issue {
  readonly currency: string;
  readonly issuer: string;
}

export const XRP: Issue = { currency: 'XRP', issuer: ACCOUNT_ZERO };

export const isXrpIssue = (issue: Issue): boolean => issue.currency === 'XRP';
export const issueOf = (amount: Amount): Issue =>
  isXrp(amount) ? XRP : { currency: amount.currency, issuer: amount.issuer };
export const sameIssue = (a: Issue, b: Issue): boolean => a.currency === b.currency && a.issuer === b.issuer;
/** As a key for sets. */
export const issueText = ({ currency, issuer }: Issue): string => `${currency}/${issuer}`;
