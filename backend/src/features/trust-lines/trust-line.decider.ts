/** The request for a wallet's RLUSD trust line, made by the platform and signed by the wallet's owner. Pure. */
import type { TrustLineEvent } from '@tknest/contracts/events';
import type { Folded } from '#platform/event-store/folding.js';
import { submitted, type Attempt } from '#platform/ledger/transactions/transaction.js';

type Requested = Extract<TrustLineEvent, { type: 'TrustLineRequested' }>['data'];
type Ended = Extract<TrustLineEvent, { type: 'TrustLineRequestEnded' }>['data'];

/** A request, and what became of it; `submitted`: it is signed, journaled and on its way. */
export type TrustLine = { request: Requested; askedAt: Date } & (
  | { phase: 'requested'; submission: null; ending: null }
  | { phase: 'submitted'; submission: Attempt; ending: null }
  | { phase: 'set'; submission: Attempt | null; ending: null }
  | { phase: 'ended'; submission: Attempt | null; ending: Ended }
);
export type TrustLineState = { phase: 'none' } | TrustLine;
export const noTrustLine: TrustLineState = { phase: 'none' };

export function evolveTrustLine(state: TrustLineState, event: TrustLineEvent, at: Date): TrustLineState {
  if (event.type === 'TrustLineRequested')
    return { phase: 'requested', request: event.data, askedAt: at, submission: null, ending: null };
  if (state.phase === 'none') return state;
  switch (event.type) {
    case 'TrustLineSigned': {
      const { hash, sequence, lastLedgerSequence, blobItem } = event.data;
      const { ledgerIndex } = state.request;
      const signed = { attempt: 1, purpose: '', hash, ledgerIndex, lastLedgerSequence, blobItem };
      const submission = { ...submitted({ ...signed, ticket: null }), sequence };
      return { ...state, phase: 'submitted', submission, ending: null };
    }
    case 'TrustLineSet':
      return { ...state, phase: 'set', ending: null };
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
