/**
 * Tokens issued manually by an admin, or by automation in response to a direct payment. Pure. Two steps, each a
 * transaction of the issuer with its own ticket: the holder's trust line is authorized if needed, then the tokens are
 * issued.
 */
import type { IssuanceEvent, IssuanceStep } from '@tknest/contracts/events';
import { Refused } from '#platform/domain/refused.js';
import type { Folded } from '#platform/event-store/folding.js';
import type { Steps } from '#platform/ledger/transactions/steps.js';
import { concluded, submitted } from '#platform/ledger/transactions/transaction.js';

export interface IssuanceState {
  phase: 'none' | 'open' | 'issued' | 'failed';
  issuanceId: string;
  recipient: string;
  tokens: number;
  source: 'hand' | 'automation';
  /** The direct payment to which automation responds. */
  paymentId: string | null;
  /** The newest attempt of each step. */
  steps: Steps<IssuanceStep>;
  error: string | null;
  orderedAt: Date;
  /** The property with the tokens in its register, and the payment that paid for them. */
  assigned: { propertyId: number; paymentId: string } | null;
}

export const noIssuance: IssuanceState = {
  phase: 'none',
  issuanceId: '',
  recipient: '',
  tokens: 0,
  source: 'hand',
  paymentId: null,
  steps: {},
  error: null,
  orderedAt: new Date(0),
  assigned: null,
};

export type Order = Extract<IssuanceEvent, { type: 'TokenIssuanceOrdered' }>['data'];

/** Idempotent. */
export const orderIssuance = (order: Order, state: IssuanceState): IssuanceEvent[] =>
  state.phase === 'none' ? [{ type: 'TokenIssuanceOrdered', data: order }] : [];

/** Assigns issued tokens to a property's register, once. @throws Refused */
export function assignIssuance(
  { propertyId, paymentId }: NonNullable<IssuanceState['assigned']>,
  state: IssuanceState,
): IssuanceEvent[] {
  if (state.phase !== 'issued') throw new Refused('not-found', 'These tokens are not waiting to be assigned');
  if (state.assigned)
    throw new Refused('conflict', `These tokens were already assigned to property ${state.assigned.propertyId}`, {
      propertyId: state.assigned.propertyId,
    });
  const { issuanceId, recipient, tokens } = state;
  return [{ type: 'TokenIssuanceAssigned', data: { issuanceId, recipient, tokens, propertyId, paymentId } }];
}

export function evolveIssuance(state: IssuanceState, event: IssuanceEvent, at: Date): IssuanceState {
  switch (event.type) {
    case 'TokenIssuanceOrdered':
      return { ...noIssuance, ...event.data, phase: 'open', orderedAt: at };
    case 'TokenIssuanceSubmitted': {
      const { step } = event.data;
      return { ...state, steps: { ...state.steps, [step]: submitted(event.data, state.steps[step]) } };
    }
    case 'TokenIssuanceConcluded': {
      const { step } = event.data;
      return { ...state, steps: { ...state.steps, [step]: concluded(state.steps[step], event.data) } };
    }
    case 'TokensIssued':
      return { ...state, phase: 'issued' };
    case 'TokenIssuanceFailed':
      return { ...state, phase: 'failed', error: event.data.message };
    case 'TokenIssuanceAssigned':
      return { ...state, assigned: { propertyId: event.data.propertyId, paymentId: event.data.paymentId } };
  }
}

export const issuanceFold = (issuanceId: string): Folded<IssuanceState, IssuanceEvent> => ({
  stream: `issuance-${issuanceId}`,
  initialState: noIssuance,
  evolve: evolveIssuance,
});

/** Problems of a holder's TKNEST trust line, worded for admins. */
export const LINE_WORDS = {
  missing: 'The recipient has no TKNEST trust line',
  'too-small': 'The limit of the recipient’s TKNEST trust line is too small',
  frozen: 'The recipient’s TKNEST trust line is frozen',
} as const;
