import type { CaseEvent, CaseKind, CaseResolution } from '@tknest/contracts/events';
import { Refused } from '../../platform/domain/refused.js';
import type { Folded } from '../../platform/event-store/decider.js';

/** One case: something that a person must look at. */
export interface CaseState {
  status: 'none' | 'open' | 'resolved';
  kind: CaseKind | null;
  resolution: string | null;
  /** That it names. */
  propertyId: number | null;
  wallet: string | null;
}

export interface OpenCase {
  kind: CaseKind;
  /** What it is about, by a name that stays: the same kind and subject are the same case. */
  subject: string;
  summary: string;
  paymentId?: string | null;
  propertyId?: number | null;
  wallet?: string | null;
  txHash?: string | null;
  /** Figures for whoever looks at it; no personal data. */
  details?: Record<string, unknown>;
}

export interface ResolveCase {
  resolution: CaseResolution;
  /** What was done, in the platform's own words; null where a person says it. */
  note: string | null;
  /** What a person says of it: a vault item. */
  noteItem?: string | null;
}

export const noCase: CaseState = { status: 'none', kind: null, resolution: null, propertyId: null, wallet: null };
export const caseIdOf = ({ kind, subject }: Pick<OpenCase, 'kind' | 'subject'>) => `${kind}-${subject}`;
/** Whom a note about the case goes with: the person whom it names, or nobody. */
export const noteSubject = (caseId: string, { wallet }: Pick<CaseState, 'wallet'>): string =>
  wallet ?? caseStream(caseId);

export const caseStream = (caseId: string) => `case-${caseId}`;

/** A case's stream and how it folds, for `handleCommand` and `handleCommandAcross`. */
export const caseFold = (caseId: string): Folded<CaseState> => ({
  stream: caseStream(caseId),
  initialState: noCase,
  evolve: (state, event) => evolveCase(state, event as CaseEvent),
});

/**
 * Opens the case; nothing where it is open already, or where its resolution settled it. One that was resolved as
 * corrected and is found again was not corrected: it opens again.
 */
export function openCase(command: OpenCase, state: CaseState): CaseEvent[] {
  if (state.status === 'open' || (state.status === 'resolved' && state.resolution !== 'corrected')) return [];
  const { kind, summary, paymentId = null, propertyId = null, wallet = null, txHash = null, details = {} } = command;
  const caseId = caseIdOf(command);
  return [{ type: 'CaseOpened', data: { caseId, kind, summary, paymentId, propertyId, wallet, txHash, details } }];
}

/** A person, or what they waited for, settles the case. @throws Refused where there is none, or it is resolved */
export function resolveCase(
  caseId: string,
  { resolution, note, noteItem = null }: ResolveCase,
  state: CaseState,
): CaseEvent[] {
  if (state.status === 'none') throw new Refused('not-found', 'No such case');
  if (state.status === 'resolved') throw new Refused('conflict', 'This case is already resolved');
  if (resolution === 'deposited' && state.propertyId === null)
    throw new Refused('conflict', 'This case names no property to deposit the money for. Refund it or keep it.');
  return [{ type: 'CaseResolved', data: { caseId, resolution, note, noteItem } }];
}

export function evolveCase(state: CaseState, event: CaseEvent): CaseState {
  if (event.type === 'CaseResolved') return { ...state, status: 'resolved', resolution: event.data.resolution };
  const { kind, propertyId, wallet } = event.data;
  return { status: 'open', kind, resolution: null, propertyId, wallet };
}

const AGAIN =
  'If resolved as corrected, the case reopens when the same finding occurs again; otherwise it stays closed.';
const COMPARED = `${AGAIN} The books do not change, and nothing is sent to the ledger.`;
const BLOCKED = `If resolved as refunded, the wait for the wallet ends and the landlord owes the payment back. Otherwise the payment continues on its own. ${AGAIN}`;
const OUTSIDE = `${COMPARED} Where an account of the platform made it, resolving it otherwise says that it was made outside: its ticket counts as used, and the account signs again.`;

/** What resolving a case does beyond being written down, by kind; told to who resolves it. */
export const EFFECT_OF_RESOLVING: Readonly<Record<CaseKind, string>> = {
  'late-principal':
    'Resolving records what was done. It moves no money and issues no tokens; the remedy of the case does that.',
  'issuance-blocked': BLOCKED,
  'repayment-excess':
    'Resolving records what was done. It moves no money; the holder pays the rest back to the landlord.',
  'suspended-repayment': 'Resolving records what was found. It moves no money; the holders have received it.',
  'sequence-conflict': `The transaction that lost its ticket stays on hold, because the one that used it may have done the same. If resolved as corrected (it did something else), the platform signs again on another ticket; a purchase resolved as refunded is owed back by the landlord. ${AGAIN}`,
  'fee-paid-twice':
    'Resolving records what was done and moves no money. Sending the fee back is a separate action, which closes the case.',
  'network-fee-high': `Resolving signs nothing. Transactions continue on their own once the fee has fallen. ${AGAIN}`,
  'account-short-of-xrp': `Resolving sends no XRP. ${AGAIN}`,
  'unknown-ledger-payment': OUTSIDE,
  'unknown-ledger-transaction': OUTSIDE,
  'forgotten-payment':
    'The platform requested this payment, but the event log was restored from a backup that does not contain it. Resolving moves no money. If counted as paid (tokens-issued), a purchase gets its tokens if its buyer is verified and enough are left; otherwise the landlord owes it back. If owed back (refunded), the recipient owes it back. Tokens that the ledger shows as issued stay issued.',
  'missing-on-ledger': COMPARED,
  'books-differ': COMPARED,
  'automatic-issuance-blocked':
    'Resolving records what was done. It moves no money and issues no tokens; an admin issues them manually.',
  'redemption-blocked': `Resolving takes no tokens back; the platform keeps retrying. ${AGAIN}`,
  'payout-paused': `Resolving does not resume the run. It resumes on its own when the ledger shows that it can, or when an admin resumes it; both close the case. ${AGAIN}`,
  'payout-refused':
    'Resolving moves no money. An admin retries the unclaimed shares of the payout, and the case closes when the line is paid.',
  'escrow-suspense':
    'Resolving releases the money: refunded sends it back to its sender, deposited adds it to the deposit of the property that the case names, kept makes it the platform’s own; otherwise it stays where it is.',
  'ledger-history-gap': `Resolving compares nothing. Add a node that has these ledgers to XRPL_URL. ${AGAIN}`,
  'log-not-anchored': `Nothing is anchored until this is resolved. If the log was restored from a backup, resolve as no-action: this anchor is ignored from then on, and verifiers still report that it does not fit. ${AGAIN}`,
  'log-altered': `Resolving does not change the log. If resolved as no-action, the check continues after this event, and verifiers still report it. ${AGAIN}`,
  'anchor-late': `Resolving anchors nothing. The platform tries again by itself, and an admin can use “Anchor now”; the next anchor closes the case. ${AGAIN}`,
  'escrow-clawback': `Resolving moves no money. Every payout run stays paused until an admin resumes it. ${AGAIN}`,
};
