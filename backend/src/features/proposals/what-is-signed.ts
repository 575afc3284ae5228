/** What proposer and approver sign in their wallets: the act's digest, and whether they propose or approve it. Pure. */
import type { ProposalMade } from '@tknest/contracts/events';
import { inputDigest } from '#platform/event-store/canonical-json.js';

type Named = Pick<ProposalMade['data'], 'proposalId' | 'kind' | 'request' | 'summary' | 'beneficiaries'>;

/** SHA-256 (hex) of an act, as it was proposed. */
export const digestOf = ({ proposalId, kind, request, summary, beneficiaries }: Named): string =>
  inputDigest({ proposalId, kind, request, summary, beneficiaries });

/** The beginning of that digest, which page and wallet app show: both show the same act. */
export const codeOf = (made: Named): string => {
  const digits = digestOf(made).slice(0, 8).toUpperCase();
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
};

/** The text in the memo that is signed. */
export const textToSign = (does: 'propose' | 'approve', made: Named): string => `${does} ${digestOf(made)}`;

/** Type of that memo: `tknest/proposal/1`. */
export const PROPOSAL_MEMO = 'proposal';
