import {
  answersTo,
  isSuspense,
  kindOfCase,
  type CaseAnswerConfirmed,
  type CaseEvent,
  type CaseKind,
  type CaseResolution,
  type CaseResolved,
} from '@tknest/contracts/events';
import { Refused } from '#platform/domain/refused.js';
import type { Folded } from '#platform/event-store/decider.js';

/** One case: something that a person must look at. */
export interface CaseState {
  status: 'none' | 'open' | 'resolved';
  kind: CaseKind | null;
  resolution: string | null;
  /** Whether a worker has verified the answer; always true for an answer that takes one person. */
  confirmed: boolean;
  /** Proposals whose answer was confirmed: each can be used for one answer only. */
  usedProposals: readonly string[];
  /** The property and the wallet that the case names. */
  propertyId: number | null;
  wallet: string | null;
}

export interface OpenCase {
  kind: CaseKind;
  /** A stable name for the case's subject: the same kind and subject are the same case. */
  subject: string;
  summary: string;
  paymentId?: string | null;
  propertyId?: number | null;
  wallet?: string | null;
  txHash?: string | null;
  /** Figures for the person who resolves it; no personal data. */
  details?: Record<string, unknown>;
}

export interface ResolveCase {
  resolution: CaseResolution;
  /** What was done, in the platform's words; null if a person wrote a note. */
  note: string | null;
  /** The vault item that holds a person's note. */
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
/**
 * The person to whose data the note belongs, and with whose erasure it is destroyed: the person named in the case, or
 * nobody.
 */
export const noteSubject = (caseId: string, { wallet }: Pick<CaseState, 'wallet'>): string =>
  wallet ?? caseStream(caseId);

export const caseStream = (caseId: string) => `case-${caseId}`;

/** A case's stream and its fold, for `handleCommand` and `handleCommandAcross`. */
export const caseFold = (caseId: string): Folded<CaseState> => ({
  stream: caseStream(caseId),
  initialState: noCase,
  evolve: (state, event) => evolveCase(state, ofItsKind(caseId, event as CaseEvent)),
});

/**
 * A case's kind is derived from its id everywhere. Otherwise, anybody who can write `CaseOpened` could name another
 * kind, for which one person is enough.
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
 * Two people must give an answer that decides whose money it is, has tokens issued or a transaction signed again,
 * accepts a transaction of a platform account as made outside the platform, lets money leave on the word of one node,
 * or accepts that the log differs from an anchor or from what was verified. One person alone gives any other answer.
 */
export const takesTwo = (kind: CaseKind | null, resolution: string): boolean =>
  kind !== null &&
  ((isSuspense(kind) && (resolution === 'kept' || resolution === 'deposited')) ||
    (kind === 'xrp-arrived' && (resolution === 'kept' || resolution === 'refunded')) ||
    (kind === 'sequence-conflict' && resolution === 'corrected') ||
    (kind === 'fee-owed' && resolution === 'waived') ||
    ((kind === 'lost-collection' || kind === 'collection-short') && resolution !== 'settled') ||
    (kind === 'credit-unconfirmed' && resolution === 'one-node') ||
    (kind === 'forgotten-payment' && resolution === 'tokens-issued') ||
    (ACCEPTING.has(kind) && resolution !== 'corrected'));

/** Answers after which the same finding must not recur. */
const REOPENING: ReadonlySet<string | null> = new Set(['corrected', 'settled']);

/**
 * Opens the case; does nothing if it is already open, was resolved for good, or has an answer that no worker has
 * verified yet. A case that was corrected or settled opens again when the same finding recurs.
 */
export function openCase(command: OpenCase, state: CaseState): CaseEvent[] {
  if (state.status === 'open') return [];
  if (state.status === 'resolved' && !(REOPENING.has(state.resolution) && state.confirmed)) return [];
  const { kind, summary, paymentId = null, propertyId = null, wallet = null, txHash = null, details = {} } = command;
  const caseId = caseIdOf(command);
  return [{ type: 'CaseOpened', data: { caseId, kind, summary, paymentId, propertyId, wallet, txHash, details } }];
}

/** Resolves the case, by a person or by the event it waited for. @throws Refused if it does not exist or is resolved */
export function resolveCase(
  caseId: string,
  { resolution, note, noteItem = null }: ResolveCase,
  state: CaseState,
): CaseEvent[] {
  if (state.status === 'none') throw new Refused('not-found', 'No such case');
  if (state.status === 'resolved') throw new Refused('conflict', 'This case is already resolved');
  return [{ type: 'CaseResolved', data: { caseId, resolution, note, noteItem } }];
}

/** Opens the case while its finding holds, and closes it afterwards, unless a person has closed it before. */
export function keepCase(command: OpenCase, holds: boolean, ended: ResolveCase, state: CaseState): CaseEvent[] {
  if (holds) return openCase(command, state);
  return state.status === 'open' ? resolveCase(caseIdOf(command), ended, state) : [];
}

/** The answer of people, whom only the answers of the case's kind are open to. @throws Refused like `resolveCase` */
export function answerCase(caseId: string, answer: ResolveCase, state: CaseState): CaseEvent[] {
  const resolved = resolveCase(caseId, answer, state);
  const { kind, ...of } = state;
  const open = kind === null ? [] : answersTo({ kind, ...of });
  if (open.includes(answer.resolution)) return resolved;
  throw new Refused('conflict', `This case cannot end like that. Choose one of: ${open.join(', ')}.`, {
    answers: open,
  });
}

/** A worker has verified both signatures of an answer; does nothing if the case has another answer by now. */
export function confirmAnswer(
  { caseId, resolution, proposalId }: CaseAnswerConfirmed['data'],
  state: CaseState,
): CaseEvent[] {
  const isAnswer = state.status === 'resolved' && !state.confirmed && state.resolution === resolution;
  return isAnswer ? [{ type: 'CaseAnswerConfirmed', data: { caseId, resolution, proposalId } }] : [];
}

/** A worker could not verify the signatures of an answer: the case opens again. */
export const refuseAnswer = (caseId: string, reason: string, state: CaseState): CaseEvent[] =>
  state.status === 'resolved' && !state.confirmed ? [{ type: 'CaseAnswerRefused', data: { caseId, reason } }] : [];

/** Whether people accepted the finding as it is. */
export const isAccepted = ({ status, resolution, confirmed }: CaseState): boolean =>
  status === 'resolved' && !REOPENING.has(resolution) && confirmed;

/**
 * The answer that the platform acts on: one person's as soon as it is given, one that takes two people once a worker
 * has verified their signatures. Null for every other event.
 */
export function answerOf({ type, data }: { type: string; data: any }): { caseId: string; resolution: string } | null {
  const { caseId, resolution } = data as CaseResolved['data'];
  const counts =
    type === 'CaseAnswerConfirmed' || (type === 'CaseResolved' && !takesTwo(kindOfCase(caseId), resolution));
  return counts ? { caseId, resolution } : null;
}

/** The types of events in which `answerOf` can find an answer. */
export const ANSWERS = ['CaseResolved', 'CaseAnswerConfirmed'] as const;

export function evolveCase(state: CaseState, event: CaseEvent): CaseState {
  switch (event.type) {
    case 'CaseOpened': {
      const { kind, propertyId, wallet } = event.data;
      return { ...state, status: 'open', kind, resolution: null, confirmed: false, propertyId, wallet };
    }
    case 'CaseResolved': {
      // Only an opened case has a kind, which says how many people its answers take.
      if (state.status === 'none') return state;
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

const REOPENS = 'If resolved as corrected, the case reopens when the same finding occurs again';
const AGAIN = `${REOPENS}; otherwise it stays closed.`;
const COMPARED = `${AGAIN} The books do not change, and nothing is sent to the ledger.`;
const BLOCKED =
  'If resolved as refunded, the wait for the wallet ends and the landlord owes the payment back. ' +
  `Otherwise the payment continues on its own. ${AGAIN}`;
const OUTSIDE =
  `${COMPARED} If an account of the platform made the transaction, any other resolution records that it was made ` +
  'outside the platform: its ticket counts as used, and the account signs again.';

/** What resolving a case does beyond recording the answer, by kind; shown to the person who resolves it. */
export const EFFECT_OF_RESOLVING: Readonly<Record<CaseKind, string>> = {
  'late-principal':
    'Resolving records what was done. It moves no money and issues no tokens; the remedy in its summary does that.',
  'issuance-blocked': BLOCKED,
  'repayment-excess':
    'Resolving records what was done. It moves no money; the holder pays the rest back to the landlord.',
  'suspended-repayment': 'Resolving records what was found. It moves no money; the holders already have the repayment.',
  'rlusd-restricted': `Resolving moves no money. Payments are accepted again once the issuer allows them. ${AGAIN}`,
  'loan-day-waits': `Resolving moves no money. Loans continue once what they wait for is known. ${AGAIN}`,
  'sequence-conflict':
    'The transaction that lost its ticket stays on hold, because the one that used it may have done the same. ' +
    'If resolved as corrected (it did something else), the platform signs again on another ticket. ' +
    `If a purchase is resolved as refunded, the landlord owes the payment back. ${REOPENS}; after any other answer, ` +
    'a case asks again ten minutes later if tokens, a redemption or a fee still wait for the transaction.',
  'lost-collection':
    'Resolving moves no money. If collected, the deposit pays this installment in the books: what the ledger shows as ' +
    'paid counts, a share that differs is held with a case, and holders who got nothing are paid. If no action, the ' +
    'payments were something else, and the installment stays due. Repayments of this property wait for the answer.',
  'collection-short':
    'Resolving moves no money. The case closes by itself once the deposit holds the money, which may be in suspense. ' +
    'Repayments of this property wait while the installment is due. If no action, it stays due, and holders are paid ' +
    'again when it is collected.',
  'collecting-off':
    'Resolving moves no money. The case closes once the landlord turns on autopay, or an admin sets up rent automation.',
  'fee-paid-twice':
    'Resolving records what was done and moves no money. ' +
    'Sending the fee back is a separate action, which closes the case.',
  'fee-owed':
    'Resolving moves no money. If waived, the fee is not owed any more, and the person can start something new. ' +
    'The case closes by itself when the fee is paid.',
  'network-fee-high': `Resolving signs nothing. Transactions continue on their own once the fee has fallen. ${AGAIN}`,
  'office-key-differs': `Resolving changes no key; the settings do. ${AGAIN}`,
  'regular-key-disputed': `Resolving changes no node; the settings do. ${AGAIN}`,
  'credit-unconfirmed':
    'It goes on by itself once a second node shows the money. If resolved as one node (two people), the platform ' +
    `signs for this transaction or payout run on the word of one node. Otherwise resolving signs nothing. ${AGAIN}`,
  'account-short-of-xrp': `Resolving sends no XRP. ${AGAIN}`,
  'unknown-ledger-payment': OUTSIDE,
  'unknown-ledger-transaction': OUTSIDE,
  'forgotten-payment':
    'The platform requested this payment, but the event log was restored from a backup that does not contain it. ' +
    'Resolving moves no money. If counted as paid (tokens-issued), a purchase gets its tokens if its buyer is ' +
    'verified and enough are left; otherwise the landlord owes it back. If owed back (refunded), the recipient owes ' +
    'it back. Tokens that the ledger shows as issued stay issued.',
  'missing-on-ledger': COMPARED,
  'books-differ': COMPARED,
  'automatic-issuance-blocked':
    'Resolving records what was done. It moves no money and issues no tokens; an admin issues them manually.',
  'redemption-blocked': `Resolving takes no tokens back; the platform keeps retrying. ${AGAIN}`,
  'payout-paused':
    'Resolving does not resume the run. It resumes on its own when the ledger shows that it can, or when an admin ' +
    `resumes it; both close the case. ${AGAIN}`,
  'payout-refused':
    'Resolving moves no money. An admin retries the unclaimed shares of the payout, and the case closes when the ' +
    'share is paid. If resolved before, it reopens ten minutes later.',
  'escrow-suspense':
    'Resolving releases the money: if refunded, it goes back to its sender; if deposited, it is added to the deposit ' +
    'of the property that the case names; if kept, it becomes the platform’s own.',
  'fee-wallet-suspense':
    'Resolving releases the money: if refunded, it goes back to its sender; if kept, it becomes part of the ' +
    'platform’s revenue.',
  'xrp-arrived':
    'Resolving releases the money: if kept, the XRP pays for network fees and reserves of the account; if refunded, it ' +
    'goes back to its sender, with the sender’s source tag as destination tag.',
  'ledger-history-gap': `Resolving compares nothing. Add a node that has these ledgers to XRPL_URL. ${AGAIN}`,
  'log-not-anchored':
    'Nothing is anchored until this is resolved. If the log was restored from a backup, resolve as no action needed: ' +
    `this anchor is ignored from then on, and verifiers still report that it does not fit. ${AGAIN}`,
  'log-altered':
    'Resolving does not change the log. If resolved as no action needed, the check continues after this event, and ' +
    `verifiers still report it. ${AGAIN}`,
  'anchor-late':
    'Resolving anchors nothing. The platform tries again by itself, and an admin can use “Anchor now”; the next ' +
    `anchor closes the case. ${AGAIN}`,
  'escrow-clawback': `Resolving moves no money. Every payout run stays paused until an admin resumes it. ${AGAIN}`,
};
