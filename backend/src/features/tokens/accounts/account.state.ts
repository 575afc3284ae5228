import type { PlatformAccountName, TokenEvent } from '@tknest/contracts/events';

/**
 * One of the platform's own ledger accounts: where its key lies, which set-up steps are done, which tickets belong to
 * what.
 */
export interface AccountState {
  address: string | null;
  seedItem: string | null;
  steps: ReadonlySet<string>;
  free: ReadonlySet<number>;
  assigned: ReadonlyMap<string, number>;
  known: ReadonlySet<number>;
}

export const noAccount: AccountState = {
  address: null,
  seedItem: null,
  steps: new Set(),
  free: new Set(),
  assigned: new Map(),
  known: new Set(),
};

export function evolveAccount(state: AccountState, event: TokenEvent): AccountState {
  switch (event.type) {
    case 'PlatformAccountMade':
      return { ...state, address: event.data.address, seedItem: event.data.seedItem };
    case 'PlatformAccountStepDone':
      return { ...state, steps: new Set(state.steps).add(event.data.step) };
    case 'TicketsCreated':
      return {
        ...state,
        free: new Set([...state.free, ...event.data.tickets]),
        known: new Set([...state.known, ...event.data.tickets]),
      };
    case 'TicketAssigned': {
      const free = new Set(state.free);
      free.delete(event.data.ticket);
      return { ...state, free, assigned: new Map(state.assigned).set(event.data.purpose, event.data.ticket) };
    }
    default:
      return state;
  }
}

export const accountStream = (name: PlatformAccountName) => `account-${name}`;
