/** The tokens of one holder of a property whose loan is paid off are taken back: one clawback by the issuer. Pure. */
import type { RedemptionEvent } from '@tknest/contracts/events';
import type { Folded, Loaded } from '../../platform/event-store/folding.js';
import { expectedOf } from '../../platform/event-store/folding.js';
import { uuidv5 } from '../../platform/event-store/ids.js';
import type { PurposeStanding } from '../../platform/ledger/accounts/ticket-sweep.js';
import { concludedStep, nextPurpose, submittedStep, type StepAttempt } from '../tokens/operation.public.js';

export interface RedemptionState {
  phase: 'none' | 'open' | 'redeemed';
  propertyId: number;
  holder: string;
  tokens: number;
  steps: { claw?: StepAttempt };
  /** Attempts that a validated ledger refused. */
  refusals: number;
}

export const noRedemption: RedemptionState = {
  phase: 'none',
  propertyId: 0,
  holder: '',
  tokens: 0,
  steps: {},
  refusals: 0,
};

export type RedemptionOrder = Extract<RedemptionEvent, { type: 'TokenRedemptionOrdered' }>['data'];

/** A holder's tokens of a property end once. */
export const redemptionIdOf = (propertyId: number, holder: string): string =>
  uuidv5(`redemption/${propertyId}/${holder}`);

/** The same order again changes nothing. */
export const orderRedemption = (order: RedemptionOrder, state: RedemptionState): RedemptionEvent[] =>
  state.phase === 'none' ? [{ type: 'TokenRedemptionOrdered', data: order }] : [];

export function evolveRedemption(state: RedemptionState, event: RedemptionEvent): RedemptionState {
  switch (event.type) {
    case 'TokenRedemptionOrdered': {
      const { propertyId, holder, tokens } = event.data;
      return { ...noRedemption, phase: 'open', propertyId, holder, tokens };
    }
    case 'TokenRedemptionSubmitted':
      return { ...state, steps: { claw: submittedStep(event.data) } };
    case 'TokenRedemptionConcluded': {
      const claw = concludedStep(state.steps.claw, event.data);
      const refusals = state.refusals + (claw?.state === 'failed' ? 1 : 0);
      return { ...state, phase: claw?.state === 'validated' ? 'redeemed' : state.phase, steps: { claw }, refusals };
    }
  }
}

export const redemptionStream = (redemptionId: string) => `redemption-${redemptionId}`;
/** The stream and how it folds. */
export const redemptionFold = (redemptionId: string): Folded<RedemptionState, RedemptionEvent> => ({
  stream: redemptionStream(redemptionId),
  initialState: noRedemption,
  evolve: evolveRedemption,
});

/** Purposes of tickets, as `purposeFor` makes them. */
export const PURPOSE = /^redemption\/([0-9a-f-]{36})\/(\d+)$/;
export const redemptionOf = (purpose: string): string => PURPOSE.exec(purpose)![1]!;
export const purposeFor = (redemptionId: string, { steps }: RedemptionState): string =>
  nextPurpose(steps.claw, `redemption/${redemptionId}`);

/** How a redemption stands to a ticket of its own: while it may sign with it, it keeps it. */
export function standingOf({ state, ...loaded }: Loaded<RedemptionState>): PurposeStanding {
  const as = { stream: loaded.stream, expected: expectedOf(loaded) };
  if (state.phase === 'none') return { is: 'unknown', as };
  if (state.phase === 'open') return { is: 'open' };
  return { is: 'over', lastLedgerSequence: state.steps.claw!.lastLedgerSequence, as };
}
