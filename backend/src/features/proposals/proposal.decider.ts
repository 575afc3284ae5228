/** An act that takes two people: proposed, signed, approved by another person, carried out. Pure. */
import type { ProposalEvent, ProposalMade, SignatureAsked } from '@tknest/contracts/events';
import { PROPOSAL } from '@tknest/contracts/rules';
import { Refused } from '#platform/domain/refused.js';
import type { Folded } from '#platform/event-store/folding.js';

const HOUR_MS = 3_600_000;

type Made = ProposalMade['data'];

export interface ApprovalAsked {
  by: string;
  asked: SignatureAsked;
}

/** A proposal that was made. */
export interface Proposal {
  status: 'unsigned' | 'open' | 'approved' | 'refused' | 'withdrawn' | 'expired';
  made: Made;
  at: Date;
  /** The request in the proposer's wallet; null until a worker has made it. */
  proposerAsked: SignatureAsked | null;
  /** The proposer's signature, in hex. */
  signature: string | null;
  /** Requested approval signatures, one per approver. */
  asked: readonly ApprovalAsked[];
  approval: { by: string; signature: string; at: Date } | null;
  /** The vault item with the reason for refusing or withdrawing it. */
  reasonItem: string | null;
  /** Null until it was attempted; `problem` says why it failed. */
  carriedOut: { problem: string | null } | null;
}

type NoProposal = Omit<Proposal, 'status' | 'made'> & { status: 'none'; made: null };

export type ProposalState = NoProposal | Proposal;

export const noProposal: ProposalState = {
  status: 'none',
  made: null,
  at: new Date(0),
  proposerAsked: null,
  signature: null,
  asked: [],
  approval: null,
  reasonItem: null,
  carriedOut: null,
};

/** What is known about the person who wants to approve. */
export interface Approver {
  by: string;
  /** Whether the approver is the proposer, by the settings or by linked wallets. */
  isProposer: boolean;
  /** Whether the act pays a wallet of the approver. */
  benefits: boolean;
  now: Date;
  /** How many people may propose and approve. */
  persons: number;
  /** When a new admin may first approve; null: now. */
  mayFrom: Date | null;
}

/** @throws Refused if the settings name fewer than two people, or the act pays its proposer */
export function propose(
  made: Made,
  { persons, benefits }: Pick<Approver, 'persons' | 'benefits'>,
  state: ProposalState,
): ProposalEvent[] {
  if (state.status !== 'none') return [];
  mustBeTwo(persons);
  if (benefits) throw new Refused('forbidden', 'You can’t propose a payment to a wallet of your own');
  return [{ type: 'ProposalMade', data: made }];
}

/** @throws Refused if this person may not approve, or the proposal is not open */
export function mayApprove(
  { by, isProposer, benefits, persons, mayFrom, now }: Approver,
  state: ProposalState,
): Proposal {
  mustExist(state);
  if (isProposer) throw new Refused('forbidden', 'You proposed this, so a second person must approve it');
  if (benefits)
    throw new Refused('forbidden', `This pays a wallet of yours, so somebody other than ${by} must approve it`);
  mustBeTwo(persons);
  if (mayFrom)
    throw new Refused('conflict', `You became an admin recently: you can approve from ${written(mayFrom)} on`);
  if (state.status === 'unsigned') throw new Refused('conflict', 'The person who proposed this has not signed it yet');
  mustBeOpen(state);
  // It may have expired before `ProposalExpired` is recorded.
  if (now >= expiryOf(state)) throw new Refused('conflict', 'This proposal has expired');
  return state;
}

/**
 * The wallet of its proposer (`approver` is null), or of somebody who wants to approve it, was asked for a signature.
 * @throws as mayApprove
 */
export function askSignature(approver: Approver | null, asked: SignatureAsked, state: ProposalState): ProposalEvent[] {
  const { proposalId, by } = (approver ? mayApprove(approver, state) : mayPropose(state)).made;
  const who = approver ? ({ does: 'approve', by: approver.by } as const) : ({ does: 'propose', by } as const);
  return [{ type: 'ProposalSignatureAsked', data: { proposalId, ...who, asked } }];
}

/** @throws Refused if its proposer's signature is no longer awaited */
export function mayPropose(state: ProposalState): Proposal {
  mustExist(state);
  if (state.status !== 'unsigned') throw new Refused('conflict', `This proposal is already ${state.status}`);
  return state;
}

/**
 * Records a signature of the proposer (`approver` is null) or of an approver; ignored if the proposal is over.
 * @throws Refused if they may not approve
 */
export function sign(signature: string, approver: Approver | null, state: ProposalState): ProposalEvent[] {
  if (state.status === 'none') return [];
  const { proposalId } = state.made;
  if (!approver)
    return state.status === 'unsigned' ? [{ type: 'ProposalSigned', data: { proposalId, signature } }] : [];
  if (state.status !== 'open') return [];
  mayApprove(approver, state);
  return [{ type: 'ProposalApproved', data: { proposalId, by: approver.by, signature } }];
}

/**
 * Refuses an open proposal, or an approved one that was not carried out yet. @throws Refused if it is neither, or the
 * admin's own
 */
export function refuse(by: string, isProposer: boolean, reasonItem: string, state: ProposalState): ProposalEvent[] {
  mustExist(state);
  if (isProposer) throw new Refused('forbidden', 'You proposed this. Withdraw it instead.');
  mustBeStoppable(state);
  return [{ type: 'ProposalRefused', data: { proposalId: state.made.proposalId, by, reasonItem } }];
}

/**
 * Withdraws an open proposal, or an approved one that was not carried out yet.
 * @throws Refused if it is neither, or belongs to another admin
 */
export function withdraw(by: string, reasonItem: string | null, state: ProposalState): ProposalEvent[] {
  mustExist(state);
  if (state.made.by !== by) throw new Refused('forbidden', 'Only the person who proposed this can withdraw it');
  mustBeStoppable(state);
  return [{ type: 'ProposalWithdrawn', data: { proposalId: state.made.proposalId, by, reasonItem } }];
}

/** Expires a proposal that was not signed or not approved in time. */
export function expire(now: Date, state: ProposalState): ProposalEvent[] {
  if (!isOpen(state) || now < expiryOf(state)) return [];
  return [{ type: 'ProposalExpired', data: { proposalId: state.made.proposalId } }];
}

export function carriedOut(problem: string | null, state: ProposalState): ProposalEvent[] {
  if (state.status !== 'approved' || state.carriedOut) return [];
  return [{ type: 'ProposalCarriedOut', data: { proposalId: state.made.proposalId, problem } }];
}

/** When it expires in its current state: as it says, but no later than a worker's request to its proposer allows. */
export function expiryOf({ status, made, at, proposerAsked }: Proposal): Date {
  const toSign = proposerAsked ? new Date(proposerAsked.until) : new Date(at.getTime() + PROPOSAL.signMinutes * 60_000);
  if (status === 'unsigned') return toSign;
  const [said, latest] = [new Date(made.expiresAt), new Date(toSign.getTime() + PROPOSAL.expiresAfterHours * HOUR_MS)];
  return said < latest ? said : latest;
}

export function evolveProposal(state: ProposalState, event: ProposalEvent, at: Date): ProposalState {
  if (state.status === 'none')
    return event.type === 'ProposalMade' ? { ...noProposal, status: 'unsigned', made: event.data, at } : state;
  switch (event.type) {
    case 'ProposalMade':
      // What was proposed never changes, whatever a forged second event says.
      return state;
    case 'ProposalSigned':
      return { ...state, status: 'open', signature: event.data.signature };
    case 'ProposalSignatureAsked': {
      const { does, by, asked } = event.data;
      if (does === 'propose') return { ...state, proposerAsked: asked };
      return { ...state, asked: [...state.asked.filter((one) => one.by !== by), { by, asked }] };
    }
    case 'ProposalApproved': {
      const { by, signature } = event.data;
      return { ...state, status: 'approved', approval: { by, signature, at }, asked: [] };
    }
    case 'ProposalRefused':
      return { ...state, status: 'refused', reasonItem: event.data.reasonItem, asked: [] };
    case 'ProposalWithdrawn':
      return { ...state, status: 'withdrawn', reasonItem: event.data.reasonItem, asked: [] };
    case 'ProposalExpired':
      return { ...state, status: 'expired', asked: [] };
    case 'ProposalCarriedOut':
      return { ...state, carriedOut: { problem: event.data.problem } };
  }
}

export const proposalStream = (proposalId: string): string => `proposal-${proposalId}`;
export const proposalFold = (proposalId: string): Folded<ProposalState, ProposalEvent> => ({
  stream: proposalStream(proposalId),
  initialState: noProposal,
  evolve: evolveProposal,
});

export const isOpen = (state: ProposalState): state is Proposal =>
  state.status === 'unsigned' || state.status === 'open';

function mustExist(state: ProposalState): asserts state is Proposal {
  if (state.status === 'none') throw new Refused('not-found', 'No such proposal');
}

function mustBeOpen(state: ProposalState): void {
  if (state.status === 'expired') throw new Refused('conflict', 'This proposal has expired');
  if (!isOpen(state)) throw new Refused('conflict', `This proposal is already ${state.status}`);
}

function mustBeStoppable(state: ProposalState): void {
  const waits = state.status === 'approved' && !state.carriedOut;
  if (!waits) mustBeOpen(state);
}

function mustBeTwo(persons: number): void {
  if (persons < PROPOSAL.persons)
    throw new Refused('conflict', 'This takes two people, and ADMIN_WALLETS names fewer. Add one there.', {
      code: 'two-people',
    });
}

const written = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
