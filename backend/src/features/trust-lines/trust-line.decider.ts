/** The request for a wallet's RLUSD trust line, made by the platform and signed by the wallet's owner. Pure. */
import type { TrustLineEvent } from '@tknest/contracts/events';
import type { Folded } from '#platform/event-store/folding.js';
import { submitted, type Attempt } from '#platform/ledger/transactions/transaction.js';

type Requested = Extract<TrustLineEvent, { type: 'TrustLineRequested' }>['data'];
type Ended = Extract<TrustLineEvent, { type: 'TrustLineRequestEnded' }>['data'];

export interface TrustLineState {
  phase: 'none' | 'requested' | 'submitted' | 'set' | 'ended';
  request: Requested | null;
  askedAt: Date;
  /** The signed and journaled transaction. */
  submission: Attempt | null;
  ending: Ended | null;
}

export const noTrustLine: TrustLineState = {
  phase: 'none',
  request: null,
  askedAt: new Date(0),
  submission: null,
  ending: null,
};

/** The request that the owner was asked to sign. @throws if there is none */
export function requestOf({ request }: TrustLineState): Requested {
  if (!request) throw new Error('This trust line was not requested');
  return request;
}

export function evolveTrustLine(state: TrustLineState, event: TrustLineEvent, at: Date): TrustLineState {
  switch (event.type) {
    case 'TrustLineRequested':
      return { ...noTrustLine, phase: 'requested', request: event.data, askedAt: at };
    case 'TrustLineSigned': {
      const { hash, sequence, lastLedgerSequence, blobItem } = event.data;
      const ledgerIndex = state.request?.ledgerIndex ?? 0;
      const signed = { attempt: 1, purpose: '', hash, ledgerIndex, lastLedgerSequence, blobItem };
      const submission = { ...submitted({ ...signed, ticket: null }), sequence };
      return { ...state, phase: 'submitted', submission };
    }
    case 'TrustLineSet':
      return { ...state, phase: 'set' };
    case 'TrustLineRequestEnded':
      return { ...state, phase: 'ended', ending: event.data };
  }
}

export const trustLineStream = (payloadUuid: string) => `trust-line-${payloadUuid}`;
export const trustLineFold = (payloadUuid: string): Folded<TrustLineState, TrustLineEvent> => ({
  stream: trustLineStream(payloadUuid),
  initialState: noTrustLine,
  evolve: evolveTrustLine,
});
