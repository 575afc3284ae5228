/** An act that takes two people: proposed, signed, approved by another person, carried out. Pure. */
import type { ProposalEvent, ProposalMade, SignatureAsked } from '@tknest/contracts/events';
import { PROPOSAL } from '@tknest/contracts/rules';
import { Refused } from '../../platform/domain/refused.js';
import type { Folded } from '../../platform/event-store/folding.js';

type Made = ProposalMade['data'];

export interface ApprovalAsked {
  by: string;
  asked: SignatureAsked;
}

export interface ProposalState {
  status: 'none' | 'unsigned' | 'open' | 'approved' | 'refused' | 'withdrawn' | 'expired';
  made: Made | null;
  at: Date;
  /** Of the proposer, hex. */
  signature: string | null;
  /** Approvals whose signature is waited for, one for each who asked. */
  asked: readonly ApprovalAsked[];
  approval: { by: string; signature: string; at: Date } | null;
  /** Null until it was tried; a problem says why it could not be carried out. */
  carriedOut: { problem: string | null } | null;
}

export const noProposal: ProposalState = {
  status: 'none',
  made: null,
  at: new Date(0),
  signature: null,
  asked: [],
  approval: null,
  carriedOut: null,
};

/** What is known of whoever is about to approve. */
export interface Approver {
  by: string;
  /** Of the proposer, by the settings or by what is known of their wallets. */
  isProposer: boolean;
  /** Own wallets of the approver among those that the act pays. */
  benefits: boolean;
  now: Date;
  /** How many people may propose and approve. */
  persons: number;
  /** From when on somebody whom the settings newly name may; null: now. */
  mayFrom: Date | null;
}

/** @throws Refused where there are not two people, or it is to pay its proposer */
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

/** @throws Refused, where this person may not, or it is not open */
export function mayApprove({ by, isProposer, benefits, persons, mayFrom, now }: Approver, state: ProposalState): void {
  mustExist(state);
  if (isProposer) throw new Refused('forbidden', 'You proposed this, so a second person must approve it');
  if (benefits)
    throw new Refused('forbidden', `This pays a wallet of yours, so somebody other than ${by} must approve it`);
  mustBeTwo(persons);
  if (mayFrom)
    throw new Refused('conflict', `You became an admin recently: you can approve from ${written(mayFrom)} on`);
  if (state.status === 'unsigned') throw new Refused('conflict', 'The person who proposed this has not signed it yet');
  mustBeOpen(state);
  // Whether or not anybody has written down yet that it expired.
  if (now >= expiryOf(state)) throw new Refused('conflict', 'This proposal has expired');
}

/** @throws as mayApprove */
export function askApproval(approver: Approver, asked: SignatureAsked, state: ProposalState): ProposalEvent[] {
  mayApprove(approver, state);
  return [{ type: 'ProposalApprovalAsked', data: { proposalId: state.made!.proposalId, by: approver.by, asked } }];
}

/** Somebody has signed in the own wallet; nothing where it is over. @throws Refused where they may not approve */
export function sign(
  { identifier, signature }: { identifier: string; signature: string },
  approver: Approver | null,
  state: ProposalState,
): ProposalEvent[] {
  const { made, status } = state;
  if (!made) return [];
  const { proposalId } = made;
  if (made.asked.identifier === identifier)
    return status === 'unsigned' ? [{ type: 'ProposalSigned', data: { proposalId, signature } }] : [];
  if (status !== 'open' || !approver) return [];
  mayApprove(approver, state);
  return [{ type: 'ProposalApproved', data: { proposalId, by: approver.by, signature } }];
}

/**
 * Also what is approved and waits to be carried out. @throws Refused where it is neither, or it is the own one
 */
export function refuse(by: string, isProposer: boolean, reasonItem: string, state: ProposalState): ProposalEvent[] {
  mustExist(state);
  if (isProposer) throw new Refused('forbidden', 'You proposed this. Withdraw it instead.');
  mustBeStoppable(state);
  return [{ type: 'ProposalRefused', data: { proposalId: state.made!.proposalId, by, reasonItem } }];
}

/** Also what is approved and waits to be carried out. @throws Refused where it is neither, or somebody else's */
export function withdraw(by: string, reasonItem: string | null, state: ProposalState): ProposalEvent[] {
  mustExist(state);
  if (state.made!.by !== by) throw new Refused('forbidden', 'Only the person who proposed this can withdraw it');
  mustBeStoppable(state);
  return [{ type: 'ProposalWithdrawn', data: { proposalId: state.made!.proposalId, by, reasonItem } }];
}

/** Its time is over, or its proposer never signed it. */
export function expire(now: Date, state: ProposalState): ProposalEvent[] {
  if (!isOpen(state) || now < expiryOf(state)) return [];
  return [{ type: 'ProposalExpired', data: { proposalId: state.made!.proposalId } }];
}

export function carriedOut(problem: string | null, state: ProposalState): ProposalEvent[] {
  if (state.status !== 'approved' || state.carriedOut) return [];
  return [{ type: 'ProposalCarriedOut', data: { proposalId: state.made!.proposalId, problem } }];
}

/** When it expires as it stands. */
export function expiryOf({ status, made }: ProposalState): Date {
  return new Date(status === 'unsigned' ? made!.asked.until : made!.expiresAt);
}

export function evolveProposal(state: ProposalState, event: ProposalEvent, at: Date): ProposalState {
  switch (event.type) {
    case 'ProposalMade':
      return { ...noProposal, status: 'unsigned', made: event.data, at };
    case 'ProposalSigned':
      return { ...state, status: 'open', signature: event.data.signature };
    case 'ProposalApprovalAsked': {
      const { by, asked } = event.data;
      return { ...state, asked: [...state.asked.filter((one) => one.by !== by), { by, asked }] };
    }
    case 'ProposalApproved': {
      const { by, signature } = event.data;
      return { ...state, status: 'approved', approval: { by, signature, at }, asked: [] };
    }
    case 'ProposalRefused':
      return { ...state, status: 'refused', asked: [] };
    case 'ProposalWithdrawn':
      return { ...state, status: 'withdrawn', asked: [] };
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

export const isOpen = ({ status }: ProposalState): boolean => status === 'unsigned' || status === 'open';

function mustExist({ made }: ProposalState): void {
  if (!made) throw new Refused('not-found', 'No such proposal');
}

function mustBeOpen(state: ProposalState): void {
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
