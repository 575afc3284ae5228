import { parseRlusd, toDecimal, type Micro } from '@tknest/contracts/money';
import type { ContractAttached, ListingEvent } from '@tknest/contracts/events';
import { evolveHiding, notHidden, type Hiding } from './listing-hiding.decider.js';
import { propertyNotFound } from './property-not-found.js';
import { evolvePausing, SALE_PAUSED, type Pausing } from './sale-pausing.decider.js';
import { Refused } from '#platform/domain/refused.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { load, type Folded } from '#platform/event-store/folding.js';

/** One property: its terms, the tokens reserved by purchases in progress, and the tokens sold. */
export interface ListingState extends Hiding, Pausing {
  exists: boolean;
  propertyId: number;
  owner: string;
  name: string;
  tokenCount: number;
  tokenPrice: Micro;
  monthlyPayoutPerToken: Micro;
  termMonths: number;
  /** Annual percentage as decimal text. */
  annualRate: string;
  goal: Micro;
  monthlyRent: Micro;
  /** The rental contract's document. */
  contractId: string | null;
  /** The loan has ended: the contract was destroyed, and no new one is accepted. */
  contractEnded: boolean;
  sold: number;
  /** Reserved tokens by payment, for purchases in progress. */
  reserved: ReadonlyMap<string, number>;
  status: 'open' | 'funded' | 'closed';
  /** Why the sale ends, while purchases in progress are still awaited. */
  closing: Pick<Extract<ListingEvent, { type: 'ListingClosing' }>['data'], 'reason' | 'explanation'> | null;
}

export const unlisted: ListingState = {
  exists: false,
  propertyId: 0,
  owner: '',
  name: '',
  tokenCount: 0,
  tokenPrice: 0n,
  monthlyPayoutPerToken: 0n,
  termMonths: 0,
  annualRate: '0',
  goal: 0n,
  monthlyRent: 0n,
  contractId: null,
  contractEnded: false,
  sold: 0,
  reserved: new Map(),
  status: 'open',
  closing: null,
  pausedBy: [],
  ...notHidden,
};

export function available(state: ListingState): number {
  return state.tokenCount - state.sold - [...state.reserved.values()].reduce((a, b) => a + b, 0);
}

/** Reserves tokens, so that a property can never be oversold. Does nothing if the payment has reserved some already. */
export function reserveTokens(
  command: { paymentId: string; wallet: string; tokens: number },
  state: ListingState,
): ListingEvent[] {
  if (!state.exists) throw propertyNotFound();
  if (state.reserved.has(command.paymentId)) return [];
  if (command.wallet === state.owner)
    throw new Refused('forbidden', 'Access Denied: Property owners cannot invest in their own properties');
  if (state.hidden) throw propertyNotFound();
  if (hasSaleEnded(state)) throw new Refused('conflict', 'The sale of this property has ended');
  if (state.pausedBy.length > 0) {
    const { message, code } = SALE_PAUSED;
    throw new Refused('conflict', message, { code });
  }
  const left = available(state);
  if (left === 0) throw new Refused('conflict', 'Fully Funded: no tokens are left', { tokensAvailable: 0 });
  if (command.tokens > left)
    throw new Refused('conflict', `Only ${left} ${left === 1 ? 'token is' : 'tokens are'} available`, {
      tokensAvailable: left,
    });
  return [{ type: 'TokensReserved', data: { propertyId: state.propertyId, ...command } }];
}

/** Whether new purchases are accepted, if enough tokens are left. */
export const isForSale = (state: ListingState): boolean =>
  !hasSaleEnded(state) && !state.hidden && state.pausedBy.length === 0;

/** No more tokens can be bought. */
export const hasSaleEnded = ({ status, closing }: ListingState): boolean => status === 'closed' || closing !== null;

/** Releases reserved tokens. Does nothing if the payment has none reserved. */
export function releaseTokens(command: { paymentId: string; reason: string }, state: ListingState): ListingEvent[] {
  const tokens = state.reserved.get(command.paymentId);
  if (tokens === undefined) return [];
  const released: ListingEvent = {
    type: 'ReservationReleased',
    data: { propertyId: state.propertyId, paymentId: command.paymentId, tokens, reason: command.reason },
  };
  return withClosing([released], state);
}

/** The sale closes when the last awaited purchase ends. */
function withClosing(events: ListingEvent[], state: ListingState): ListingEvent[] {
  const after = events.reduce(evolveListing, state);
  return after.closing && after.reserved.size === 0 ? [...events, closed(after.closing, after)] : events;
}

export interface SettlePurchase {
  paymentId: string;
  wallet: string;
  tokens: number;
  cost: string;
  platformFee: string;
  paymentHash: string;
  issuanceHash: string;
}

/**
 * Paid and issued: the reserved tokens are sold. The last token closes the sale. The payment's stream, in the same
 * commit, makes sure that this happens only once.
 */
export function settlePurchase(command: SettlePurchase, state: ListingState): ListingEvent[] {
  if (state.reserved.get(command.paymentId) !== command.tokens)
    throw new Error(`Payment ${command.paymentId} has no reservation of ${command.tokens} tokens`);
  const estimatedMonthlyReturn = toDecimal(state.monthlyPayoutPerToken * BigInt(command.tokens));
  const events: ListingEvent[] = [
    { type: 'TokensPurchased', data: { propertyId: state.propertyId, ...command, estimatedMonthlyReturn } },
  ];
  const sold = state.sold + command.tokens;
  if (sold === state.tokenCount && state.status === 'open') {
    events.push({ type: 'ListingFullyFunded', data: { propertyId: state.propertyId } });
  }
  return withClosing(events, state);
}

/**
 * Ends the sale, for its landlord, for an admin with a reason, or for the calendar. Always allowed. No tokens can be
 * reserved from then on. If purchases are in progress, the sale closes when the last of them has settled or ended.
 */
export function closeListing(
  command: { owner: string } | { explanation: string } | { openDays: number },
  state: ListingState,
): ListingEvent[] {
  if (!state.exists || ('owner' in command && command.owner !== state.owner)) throw propertyNotFound();
  if (hasSaleEnded(state)) return [];
  const why = whyClosed(command);
  return state.reserved.size > 0
    ? [{ type: 'ListingClosing', data: { propertyId: state.propertyId, ...why } }]
    : [closed(why, state)];
}

const closed = (
  why: NonNullable<ListingState['closing']>,
  { propertyId, sold, tokenPrice }: ListingState,
): ListingEvent => ({
  type: 'ListingClosed',
  data: { propertyId, tokensSold: sold, principal: toDecimal(tokenPrice * BigInt(sold)), ...why },
});

/** Whether the sale is over with these events, and its loan begins. */
export const hasClosed = (events: readonly ListingEvent[]): boolean =>
  events.some(({ type }) => type === 'ListingClosed');

/** The landlord attaches the rental contract, or replaces it while no tokens are sold. @throws Refused (404, 409) */
export function attachContract(
  command: { owner: string; document: Omit<ContractAttached['data'], 'propertyId'> },
  state: ListingState,
): ListingEvent[] {
  if (!state.exists || command.owner !== state.owner) throw propertyNotFound();
  if (state.contractEnded)
    throw new Refused('conflict', 'The loan of this listing is over, so no rental contract can be attached');
  if (state.contractId && (state.sold > 0 || state.reserved.size > 0))
    throw new Refused('conflict', 'The rental contract can’t be replaced anymore: tokens were sold under it');
  return [{ type: 'ContractAttached', data: { propertyId: state.propertyId, ...command.document } }];
}

/** The contract is no longer needed: the loan is paid off, or the sale ended without one. */
export function endContract(state: ListingState): ListingEvent[] {
  if (!state.exists || state.contractEnded) return [];
  return [{ type: 'ContractFileDestroyed', data: { propertyId: state.propertyId } }];
}

function whyClosed(command: Parameters<typeof closeListing>[0]) {
  if ('owner' in command) return { reason: 'owner' as const, explanation: null };
  if ('explanation' in command) return { reason: 'admin' as const, explanation: command.explanation };
  return { reason: 'calendar' as const, explanation: `open for ${command.openDays} days since its first sale` };
}

export function evolveListing(state: ListingState, event: ListingEvent): ListingState {
  switch (event.type) {
    case 'ListingCreated': {
      // Its terms never change, whatever a forged second event says.
      if (state.exists) return state;
      const { data } = event;
      return {
        ...unlisted,
        exists: true,
        propertyId: data.propertyId,
        owner: data.owner,
        name: data.name,
        tokenCount: data.tokenCount,
        tokenPrice: parseRlusd(data.tokenPrice),
        monthlyPayoutPerToken: parseRlusd(data.monthlyPayoutPerToken),
        termMonths: data.tokenTermMonths,
        annualRate: data.monthlyRate,
        goal: parseRlusd(data.fundingGoal),
        monthlyRent: parseRlusd(data.monthlyRent),
      };
    }
    case 'TokensReserved':
      return { ...state, reserved: new Map(state.reserved).set(event.data.paymentId, event.data.tokens) };
    case 'ReservationReleased':
      return { ...state, reserved: without(state.reserved, event.data.paymentId) };
    case 'TokensPurchased':
      return {
        ...state,
        sold: state.sold + event.data.tokens,
        reserved: without(state.reserved, event.data.paymentId),
      };
    case 'ListingFullyFunded':
      return { ...state, status: 'funded' };
    case 'ListingClosing': {
      const { reason, explanation } = event.data;
      return { ...state, closing: { reason, explanation } };
    }
    case 'ListingClosed':
      return { ...state, status: 'closed', closing: null };
    case 'ListingHidden':
    case 'ListingShown':
    case 'RefundOverdue':
      return { ...state, ...evolveHiding(state, event) };
    case 'SalePaused':
    case 'SaleResumed':
      return { ...state, ...evolvePausing(state, event) };
    case 'ContractAttached':
      return { ...state, contractId: event.data.documentId };
    case 'ContractFileDestroyed':
      return { ...state, contractId: null, contractEnded: true };
    case 'TokensRedeemed':
      return state;
  }
}

function without<K, V>(map: ReadonlyMap<K, V>, key: K): Map<K, V> {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}

/** The name of the listing's stream. */
export const listingStream = (propertyId: number) => `listing-${propertyId}`;
/** The stream and its fold, for commands that load it. */
export const listingFold = (propertyId: number): Folded<ListingState, ListingEvent> => ({
  stream: listingStream(propertyId),
  initialState: unlisted,
  evolve: evolveListing,
  snapshotVersion: 1,
  hot: true,
});

/** @returns `unlisted` if there is no such property */
export const loadListing = async (store: EventStore, propertyId: number): Promise<ListingState> =>
  (await load(store, listingFold(propertyId))).state;
