/** Redeems one holder's tokens of a property with a paid-off loan, with one clawback by the issuer. Pure. */
import type { RedemptionEvent } from '@tknest/contracts/events';
import type { Folded } from '#platform/event-store/folding.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import type { Steps } from '#platform/ledger/transactions/steps.js';
import { concluded, submitted } from '#platform/ledger/transactions/transaction.js';

export interface RedemptionState {
  phase: 'none' | 'open' | 'redeemed';
  propertyId: number;
  holder: string;
  tokens: number;
  steps: Steps<'claw'>;
}

export const noRedemption: RedemptionState = {
  phase: 'none',
  propertyId: 0,
  holder: '',
  tokens: 0,
  steps: {},
};

export type RedemptionOrder = Extract<RedemptionEvent, { type: 'TokenRedemptionOrdered' }>['data'];

/** A holder's tokens of a property are redeemed only once. */
export const redemptionIdOf = (propertyId: number, holder: string): string =>
  uuidv5(`redemption/${propertyId}/${holder}`);

/** Idempotent. */
export const orderRedemption = (order: RedemptionOrder, state: RedemptionState): RedemptionEvent[] =>
  state.phase === 'none' ? [{ type: 'TokenRedemptionOrdered', data: order }] : [];

export function evolveRedemption(state: RedemptionState, event: RedemptionEvent): RedemptionState {
  switch (event.type) {
    case 'TokenRedemptionOrdered': {
      const { propertyId, holder, tokens } = event.data;
      return { ...noRedemption, phase: 'open', propertyId, holder, tokens };
    }
    case 'TokenRedemptionSubmitted':
      return { ...state, steps: { claw: submitted(event.data, state.steps.claw) } };
    case 'TokenRedemptionConcluded': {
      const claw = concluded(state.steps.claw, event.data);
      return { ...state, phase: claw?.state === 'validated' ? 'redeemed' : state.phase, steps: { claw } };
    }
  }
}

/** The stream and its fold. */
export const redemptionFold = (redemptionId: string): Folded<RedemptionState, RedemptionEvent> => ({
  stream: `redemption-${redemptionId}`,
  initialState: noRedemption,
  evolve: evolveRedemption,
});
