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
  if (state.status === 'resolved') throw new Refused('conflict', 'This case is resolved already');
  if (resolution === 'deposited' && state.propertyId === null)
    throw new Refused('conflict', 'This case names no property to deposit the money for: refund it, or keep it');
  return [{ type: 'CaseResolved', data: { caseId, resolution, note, noteItem } }];
}

export function evolveCase(state: CaseState, event: CaseEvent): CaseState {
  if (event.type === 'CaseResolved') return { ...state, status: 'resolved', resolution: event.data.resolution };
  const { kind, propertyId, wallet } = event.data;
  return { status: 'open', kind, resolution: null, propertyId, wallet };
}

const AGAIN = 'Resolved as corrected, the case opens again if the same is found again; otherwise it stays closed.';
const COMPARED = `${AGAIN} Nothing is changed in the books and nothing is sent to the ledger.`;
const BLOCKED = `Resolved as refunded, nobody waits for the wallet any more: the landlord owes the payment back. Otherwise the payment goes on by itself. ${AGAIN}`;
const OUTSIDE = `${COMPARED} Where an account of the platform made it, resolving it otherwise says that it was made outside: its ticket counts as used, and the account signs again.`;

/** What resolving a case does beyond being written down, by kind; told to who resolves it. */
export const EFFECT_OF_RESOLVING: Readonly<Record<CaseKind, string>> = {
  'late-principal':
    'Resolving writes down what was done. It moves no money and issues no tokens: the remedy of the case does that.',
  'issuance-blocked': BLOCKED,
  'repayment-excess':
    'Resolving writes down what was done. It moves no money: the holder pays the rest back to the owner.',
  'suspended-repayment': 'Resolving writes down what was found. It moves no money: the holders have received it.',
  'sequence-conflict': `What lost its ticket stays held, since what used it may have done the same. Resolved as corrected (it did something else) the platform signs again on another ticket; a purchase that is resolved as refunded is owed back by the landlord. ${AGAIN}`,
  'fee-paid-twice':
    'Resolving writes down what was done and moves no money: the fee is sent back by its own call, which closes the case.',
  'network-fee-high': `Resolving signs nothing: transactions go on by themselves when the fee has fallen. ${AGAIN}`,
  'account-short-of-xrp': `Resolving sends no XRP. ${AGAIN}`,
  'unknown-ledger-payment': OUTSIDE,
  'unknown-ledger-transaction': OUTSIDE,
  'forgotten-payment':
    'The platform asked for this payment, and a log restored from a backup has forgotten it. Resolving moves no money. Counted as paid (tokens-issued), a purchase gets its tokens if its buyer is verified and enough are left; otherwise the landlord owes it back. Owed back (refunded), whoever received it owes it back. Tokens that the ledger shows as issued stay issued.',
  'missing-on-ledger': COMPARED,
  'books-differ': COMPARED,
  'automatic-issuance-blocked':
    'Resolving writes down what was done. It moves no money and issues no tokens: an admin issues them by hand.',
  'redemption-blocked': `Resolving takes no tokens back: it is tried again by itself. ${AGAIN}`,
  'payout-paused': `Resolving does not move the run. It goes on by itself when the ledger shows that it can, and otherwise by the admin’s call; both close the case. ${AGAIN}`,
  'payout-refused':
    'Resolving moves no money: an admin has the unclaimed lines of the payout tried again, and the case closes when the line is paid.',
  'escrow-suspense':
    'Resolving releases the money: refunded sends it back to its sender, deposited adds it to the deposit of the property that the case names, kept makes it the platform’s own; otherwise it stays where it is.',
  'ledger-history-gap': `Resolving looks through nothing: add a node that has these ledgers to XRPL_URL. ${AGAIN}`,
  'log-not-anchored': `Until this is resolved nothing is anchored. Resolved as no-action, because the log was restored from a backup and lost what the anchor covers, it is passed over from now on, and verifiers go on to say that it does not fit. ${AGAIN}`,
  'anchor-late': `Resolving anchors nothing: the platform tries again by itself, and an admin can with “Anchor now”. ${AGAIN}`,
  'escrow-clawback': `Resolving moves no money. Every payout run pauses until an admin lets it go on. ${AGAIN}`,
};
