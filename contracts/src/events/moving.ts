import type { DomainEvent } from './catalogue.js';

type Moving<Event> = Event extends unknown ? ('moves' extends keyof Event ? Event : never) : never;

/** The events which say that a validated ledger moved RLUSD, tokens or XRP of others, as their types declare it. */
export type MovingEvent = Moving<DomainEvent>;
export type MovingEventName = MovingEvent['type'];

/** A ledger transaction that an event tells as moved, for the payout escrow or for all other accounts. */
export interface MovedTransaction {
  hash: string;
  inEscrow: boolean;
}

type Hashed = { data: { hash: string } };
const forOthers = ({ data: { hash } }: Hashed): MovedTransaction[] => [{ hash, inEscrow: false }];
const forBoth = (event: Hashed): MovedTransaction[] => [...forOthers(event), { hash: event.data.hash, inEscrow: true }];

const MOVED: { [Name in MovingEventName]: (event: Extract<MovingEvent, { type: Name }>) => MovedTransaction[] } = {
  // The escrow's own books tell what it received.
  LegValidated: forOthers,
  LatePrincipalFound: forOthers,
  ExtraPrincipalFound: forOthers,
  ExtraFeeFound: forOthers,
  TokensIssued: forOthers,
  TokensRedeemed: forOthers,
  PayoutSettled: forBoth,
  UnclaimedPaid: forBoth,
  PayoutFeePaid: forBoth,
  // Entries without the account `ledger` move nothing on the ledger.
  EscrowPosted: ({ data: { hash, entries } }) =>
    hash !== null && entries.some(({ account }) => account === 'ledger') ? [{ hash, inEscrow: true }] : [],
  // What arrived is nobody's any more. Its way back moves only XRP, which nothing compares.
  XrpReturned: ({ data: { arrival, account } }) => [{ hash: arrival, inEscrow: account === 'payoutEscrow' }],
  // Fees have another contra account: their payments tell them.
  FeesPosted: ({ data: { hash, entries } }) =>
    hash !== null && entries.some(({ account }) => account === 'ledger') ? [{ hash, inEscrow: false }] : [],
};

export const MOVING = Object.keys(MOVED) as readonly MovingEventName[];

export const isMoving = (event: { type: string }): event is MovingEvent => event.type in MOVED;

/** The ledger transactions that an event tells as moved. */
export const movedBy = (event: MovingEvent): MovedTransaction[] =>
  (MOVED[event.type] as (event: MovingEvent) => MovedTransaction[])(event);
