/**
 * Which payment of a wallet is open, and the limits after payments that moved no money: three in a row pause the
 * wallet, and tokens of one property can be held unpaid for at most half an hour in any hour. Also the fees that it
 * owes: until they are paid, nothing new begins.
 */
import type { PayerEvent, PaymentKind } from '@tknest/contracts/events';
import { formatRlusd, parseRlusd, type Micro } from '@tknest/contracts/money';
import { PAYMENT } from '@tknest/contracts/rules';
import { Refused } from '#platform/domain/refused.js';
import type { Folded } from '#platform/event-store/folding.js';
import { recipeOf } from './kinds/index.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DIRECT_MS = PAYMENT.directWindowDays * 24 * HOUR;
const RESERVED_MAX = PAYMENT.reservedMinutesPerHour * MINUTE;

/** A period in which tokens of a property were reserved and not paid for; times in milliseconds since 1970. */
interface Held {
  propertyId: number;
  from: number;
  to: number;
}

export interface PayerState {
  /** The open payment. */
  open: string | null;
  openKind: PaymentKind | null;
  reserving: { propertyId: number; since: number } | null;
  moneylessInARow: number;
  lastMoneylessAt: Date | null;
  /** Periods of the last hour. */
  held: readonly Held[];
  /** The amount of the open direct payment; null if the open payment is of another kind. */
  openDirect: Micro | null;
  /** Settled direct payments of the last 30 days. */
  direct: readonly { at: number; amount: Micro }[];
  /** Owed fees, by the payments that they belong to. */
  feesOwed: ReadonlyMap<string, Micro>;
}

export const newPayer: PayerState = {
  open: null,
  openKind: null,
  reserving: null,
  moneylessInARow: 0,
  lastMoneylessAt: null,
  held: [],
  openDirect: null,
  direct: [],
  feesOwed: new Map(),
};

/**
 * Checks whether this wallet may begin a payment.
 * @returns how long it may stay unsigned, in milliseconds, at most `expiryMs`
 * @throws Refused if another is open, the wallet is paused or owes a fee, or tokens of the property were held for too
 * long
 */
export function mayBegin(
  payer: PayerState,
  wanted: { kind: PaymentKind; reserves: number | null; now: Date; expiryMs: number },
): number {
  if (payer.open)
    throw new Refused('conflict', 'This wallet has another open payment. Finish or cancel it first.', {
      paymentId: payer.open,
    });
  if (recipeOf(wanted).pausesWhenUnpaid) {
    refuseWhilePaused(payer, wanted.now);
    mustOweNoFee(payer);
  }
  if (wanted.reserves === null) return wanted.expiryMs;
  const left = RESERVED_MAX - heldMs(payer.held, wanted.reserves, wanted.now.getTime());
  if (left >= MINUTE) return Math.min(wanted.expiryMs, left);
  const minutes = untilFree(payer.held, wanted.reserves, wanted.now.getTime());
  throw new Refused(
    'too-many',
    `This wallet has held tokens of this property for ${PAYMENT.reservedMinutesPerHour} minutes without paying. ` +
      `Try again in ${inMinutes(minutes)}.`,
    { pausedUntil: new Date(wanted.now.getTime() + minutes * MINUTE).toISOString() },
  );
}

/**
 * A wallet without a verified holder may pay others directly only up to a limit in any 30 days.
 * @param max RLUSD, from the setting DIRECT_PAYMENT_UNVERIFIED_MAX
 * @throws Refused (403) naming what is left
 */
export function mayPayUnverified(payer: PayerState, wanted: { amount: Micro; now: Date }, max: Micro): void {
  const since = wanted.now.getTime() - DIRECT_MS;
  const paid = payer.direct.filter(({ at }) => at > since).reduce((sum, { amount }) => sum + amount, 0n);
  if (paid + wanted.amount <= max) return;
  const left = paid < max ? max - paid : 0n;
  throw new Refused(
    'forbidden',
    `Without verification a wallet pays at most ${formatRlusd(max)} RLUSD directly in ${PAYMENT.directWindowDays} days; ` +
      `${formatRlusd(left)} RLUSD is left. No money moved. Complete your verification to pay more.`,
    { code: 'verification-required' },
  );
}

function refuseWhilePaused({ moneylessInARow, lastMoneylessAt }: PayerState, now: Date): void {
  if (moneylessInARow < PAYMENT.unsignedBeforePause || !lastMoneylessAt) return;
  const until = new Date(lastMoneylessAt.getTime() + PAYMENT.pauseMinutes * MINUTE);
  if (now >= until) return;
  const minutes = Math.ceil((until.getTime() - now.getTime()) / MINUTE);
  throw new Refused(
    'too-many',
    `Three payments in a row ended without moving money. Try again in ${inMinutes(minutes)}.`,
    { pausedUntil: until.toISOString() },
  );
}

/** @throws Refused (409) if the wallet owes a fee, naming the payment that it belongs to */
export function mustOweNoFee({ feesOwed }: PayerState): void {
  const [owed] = feesOwed;
  if (!owed) return;
  throw new Refused(
    'conflict',
    `You owe a platform fee of ${formatRlusd(owed[1])} RLUSD. No money moved. ` +
      'Pay the fee on your home page, then try again.',
    { code: 'fee-owed', paymentId: owed[0] },
  );
}

/** How long tokens of a property were held unpaid within the hour before a given time. */
function heldMs(held: readonly Held[], propertyId: number, at: number): number {
  return held
    .filter((one) => one.propertyId === propertyId)
    .reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, at) - Math.max(from, at - HOUR)), 0);
}

const inMinutes = (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;

/** Whole minutes until tokens of the property may be held for another minute. */
function untilFree(held: readonly Held[], propertyId: number, now: number): number {
  let minutes = 1;
  while (minutes < 60 && RESERVED_MAX - heldMs(held, propertyId, now + minutes * MINUTE) < MINUTE) minutes++;
  return minutes;
}

export function evolvePayer(state: PayerState, event: PayerEvent): PayerState {
  switch (event.type) {
    case 'PayerFeeOwed':
      return { ...state, feesOwed: new Map(state.feesOwed).set(event.data.paymentId, parseRlusd(event.data.amount)) };
    case 'PayerFeeSettled': {
      const feesOwed = new Map(state.feesOwed);
      feesOwed.delete(event.data.paymentId);
      return { ...state, feesOwed };
    }
    case 'PayerPaymentOpened': {
      const { paymentId, kind, reserves, direct, at } = event.data;
      const reserving = reserves === null ? null : { propertyId: reserves, since: Date.parse(at) };
      const openDirect = direct === undefined ? null : parseRlusd(direct);
      return { ...state, open: paymentId, openKind: kind, reserving, openDirect };
    }
    case 'PayerPaymentClosed': {
      const { paymentId, outcome } = event.data;
      const at = new Date(event.data.at);
      if (state.open !== paymentId) return state;
      const closed = { ...state, open: null, openKind: null, reserving: null, openDirect: null };
      const moneyless = outcome === 'unsigned' || outcome === 'cancelled' || outcome === 'declined';
      const counts = moneyless && recipeOf({ kind: state.openKind! }).pausesWhenUnpaid;
      return {
        ...closed,
        direct: outcome === 'settled' ? directAfter(state, at.getTime()) : state.direct,
        held: outcome === 'settled' ? state.held : heldAfter(state, at.getTime()),
        moneylessInARow: outcome === 'settled' ? 0 : state.moneylessInARow + (counts ? 1 : 0),
        lastMoneylessAt: counts ? at : state.lastMoneylessAt,
      };
    }
  }
}

function heldAfter({ held, reserving }: PayerState, at: number): readonly Held[] {
  const recent = held.filter(({ to }) => to > at - HOUR);
  return reserving ? [...recent, { propertyId: reserving.propertyId, from: reserving.since, to: at }] : recent;
}

function directAfter({ direct, openDirect }: PayerState, at: number): PayerState['direct'] {
  if (openDirect === null) return direct;
  return [...direct.filter((one) => one.at > at - DIRECT_MS), { at, amount: openDirect }];
}

export const payerStream = (wallet: string) => `payer-${wallet}`;

/** The stream and its fold. */
export const payerFold = (wallet: string): Folded<PayerState, PayerEvent> => ({
  stream: payerStream(wallet),
  initialState: newPayer,
  evolve: evolvePayer,
  snapshotVersion: 1,
});
