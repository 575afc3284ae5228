import {
  kindOfCase,
  type CaseAnswerConfirmed,
  type CaseEvent,
  type CaseKind,
  type CaseResolution,
  type CaseResolved,
} from '@tknest/contracts/events';
import { Refused } from '../../platform/domain/refused.js';
import type { Folded } from '../../platform/event-store/decider.js';

/** One case: something that a person must look at. */
export interface CaseState {
  status: 'none' | 'open' | 'resolved';
  kind: CaseKind | null;
  resolution: string | null;
  /** Whether a worker has looked at what the answer rests on, where it takes two people. */
  confirmed: boolean;
  /** Proposals whose answer was confirmed: each is good for one answer. */
  usedProposals: readonly string[];
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

export const noCase: CaseState = {
  status: 'none',
  kind: null,
  resolution: null,
  confirmed: false,
  usedProposals: [],
  propertyId: null,
  wallet: null,
};
export const caseIdOf = ({ kind, subject }: Pick<OpenCase, 'kind' | 'subject'>) => `${kind}-${subject}`;
/** Whom a note about the case goes with: the person whom it names, or nobody. */
export const noteSubject = (caseId: string, { wallet }: Pick<CaseState, 'wallet'>): string =>
  wallet ?? caseStream(caseId);

export const caseStream = (caseId: string) => `case-${caseId}`;

/** A case's stream and how it folds, for `handleCommand` and `handleCommandAcross`. */
export const caseFold = (caseId: string): Folded<CaseState> => ({
  stream: caseStream(caseId),
  initialState: noCase,
  evolve: (state, event) => evolveCase(state, ofItsKind(caseId, event as CaseEvent)),
});

/**
 * What kind it is follows from its name, as for everybody who acts on it. Whoever may write that a case was opened
 * could name another kind, of which one person is enough.
 */
function ofItsKind(caseId: string, event: CaseEvent): CaseEvent {
  const kind = kindOfCase(caseId);
  return event.type === 'CaseOpened' && kind ? { ...event, data: { ...event.data, kind } } : event;
}

const ACCEPTING: ReadonlySet<CaseKind> = new Set([
  'unknown-ledger-payment',
  'unknown-ledger-transaction',
  'log-not-anchored',
  'log-altered',
]);

/**
 * Answers that say whose money is, have tokens issued or a transaction signed once more, say that one of the
 * platform's accounts was made outside, or that the log may differ from an anchor, or from what was
 * verified: these take two people. The rest one
 * person gives alone.
 */
export const takesTwo = (kind: CaseKind | null, resolution: string): boolean =>
  kind !== null &&
  ((kind === 'escrow-suspense' && (resolution === 'kept' || resolution === 'deposited')) ||
    (kind === 'sequence-conflict' && resolution === 'corrected') ||
    (kind === 'forgotten-payment' && resolution === 'tokens-issued') ||
    (ACCEPTING.has(kind) && resolution !== 'corrected'));

/**
 * Opens the case; nothing where it is open already, where its resolution settled it, or where a worker has yet to look
 * at the answer. One that was resolved as corrected and is found again was not corrected: it opens again.
 */
export function openCase(command: OpenCase, state: CaseState): CaseEvent[] {
  if (state.status === 'open') return [];
  if (state.status === 'resolved' && (state.resolution !== 'corrected' || !state.confirmed)) return [];
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

/** A worker says that an answer which takes two people bears what it takes; nothing where it is not the answer. */
export function confirmAnswer(
  { caseId, resolution, proposalId }: CaseAnswerConfirmed['data'],
  state: CaseState,
): CaseEvent[] {
  const isAnswer = state.status === 'resolved' && !state.confirmed && state.resolution === resolution;
  return isAnswer ? [{ type: 'CaseAnswerConfirmed', data: { caseId, resolution, proposalId } }] : [];
}

/** A worker says that an answer does not bear what it takes: somebody answers anew. */
export const refuseAnswer = (caseId: string, reason: string, state: CaseState): CaseEvent[] =>
  state.status === 'resolved' && !state.confirmed ? [{ type: 'CaseAnswerRefused', data: { caseId, reason } }] : [];

/** Whether people have said that what was found may stay as it is; corrected, it must not be found any more. */
export const isAccepted = ({ status, resolution, confirmed }: CaseState): boolean =>
  status === 'resolved' && resolution !== 'corrected' && confirmed;

/**
 * What the platform does something about: an answer of one person as it is given, one that takes two people once a
 * worker has looked at their signatures. Null for everything else.
 */
export function answerOf({ type, data }: { type: string; data: any }): { caseId: string; resolution: string } | null {
  const { caseId, resolution } = data as CaseResolved['data'];
  const counts =
    type === 'CaseAnswerConfirmed' || (type === 'CaseResolved' && !takesTwo(kindOfCase(caseId), resolution));
  return counts ? { caseId, resolution } : null;
}

/** The events in which `answerOf` finds answers. */
export const ANSWERS = ['CaseResolved', 'CaseAnswerConfirmed'] as const;

export function evolveCase(state: CaseState, event: CaseEvent): CaseState {
  switch (event.type) {
    case 'CaseOpened': {
      const { kind, propertyId, wallet } = event.data;
      return { ...state, status: 'open', kind, resolution: null, confirmed: false, propertyId, wallet };
    }
    case 'CaseResolved': {
      const { resolution } = event.data;
      return { ...state, status: 'resolved', resolution, confirmed: !takesTwo(state.kind, resolution) };
    }
    case 'CaseAnswerConfirmed': {
      const { proposalId } = event.data;
      const usedProposals = proposalId ? [...state.usedProposals, proposalId] : state.usedProposals;
      return { ...state, confirmed: true, usedProposals };
    }
    case 'CaseAnswerRefused':
      return { ...state, status: 'open', resolution: null, confirmed: false };
  }
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
