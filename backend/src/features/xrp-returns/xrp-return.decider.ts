/** Sends XRP that reached a platform account from a stranger back to its sender, with one payment. Pure. */
import type { PlatformAccountName, XrpReturnEvent, XrpReturnOrdered } from '@tknest/contracts/events';
import type { Folded } from '#platform/event-store/folding.js';
import { isGivenUp } from '#platform/ledger/transactions/policy.js';
import type { Steps } from '#platform/ledger/transactions/steps.js';
import { concluded, submitted } from '#platform/ledger/transactions/transaction.js';

export interface XrpReturnState {
  /** `refused`: it may be ordered again. */
  phase: 'none' | 'open' | 'returned' | 'refused';
  order: XrpReturnOrdered['data'] | null;
  steps: Steps<'pay'>;
}

export const noReturn: XrpReturnState = { phase: 'none', order: null, steps: {} };

/** The id names the account that signs. */
export const returnIdOf = (account: PlatformAccountName, arrival: string) => `${account}~${arrival}`;
export const accountOf = (returnId: string) => returnId.split('~')[0] as PlatformAccountName;

/** What arrived is sent back once; a payment that the ledger refused is ordered again. */
export const orderReturn = (order: XrpReturnOrdered['data'], { phase }: XrpReturnState): XrpReturnEvent[] =>
  phase === 'none' || phase === 'refused' ? [{ type: 'XrpReturnOrdered', data: order }] : [];

export function evolveReturn(state: XrpReturnState, event: XrpReturnEvent): XrpReturnState {
  switch (event.type) {
    case 'XrpReturnOrdered': {
      const { pay } = state.steps;
      return { phase: 'open', order: event.data, steps: pay ? { pay: { ...pay, refusals: 0 } } : {} };
    }
    case 'XrpReturnSubmitted':
      return { ...state, steps: { pay: submitted(event.data, state.steps.pay) } };
    case 'XrpReturnConcluded': {
      const pay = concluded(state.steps.pay, event.data);
      const isRefused = isGivenUp('xrp-return', pay?.refusals ?? 0);
      return { ...state, phase: isRefused ? 'refused' : state.phase, steps: { pay } };
    }
    case 'XrpReturned':
      return { ...state, phase: 'returned' };
  }
}

/** The stream and its fold. */
export const returnFold = (returnId: string): Folded<XrpReturnState, XrpReturnEvent> => ({
  stream: `xrp-return-${returnId}`,
  initialState: noReturn,
  evolve: evolveReturn,
});
