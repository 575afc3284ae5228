import type { Book } from '../state/offers.js';
import type { EntryReader } from '../state/overlay.js';
import type { Quality } from '../state/quality.js';
import { isZero, type Quantity } from '../state/quantity.js';
import type { PaymentOverlay } from './payment-overlay.js';

/** What went into and out of a step. */
export interface Flow {
  readonly in: Quantity;
  readonly out: Quantity;
}

/** Payments are worked out backwards from what is wanted, then forwards from where too little came through. */
export type Pass = 'reverse' | 'forward';

/** One attempt to send something through a strand. */
export interface Attempt {
  readonly view: PaymentOverlay;
  /** The ledger before the attempt: an offer that had no funds there was found so, and did not become so. */
  readonly before: EntryReader;
  /** Offers to take out of the ledger whatever becomes of the attempt. */
  readonly stale: Set<string>;
}

/** Thrown where a step cannot do after all what it had worked out: nothing goes through its strand. */
export class StrandFailed extends Error {}

/** One step of a strand: a trust line, an order book, or XRP at one end (rippled: Step). */
export interface Step {
  /** What the last pass found. */
  readonly flow: Flow;
  /** Offers that the last pass looked at. */
  readonly offersUsed: number;
  /** The sender's side of a trust line. */
  readonly lineSource: string | undefined;
  readonly book: Book | undefined;
  /** Works out, backwards, what must go in so that `wanted` comes out, and moves it; less where less can go. */
  reverse(attempt: Attempt, wanted: Quantity): Flow;
  /** Puts `given` in, forwards, and never delivers more than the pass backwards had found. */
  forward(attempt: Attempt, given: Quantity): Flow;
  /** Whether tokens go back to who issued them, so that handing them on is a transfer. */
  redeems(view: EntryReader, pass: Pass): boolean;
  /** The best possible quality; undefined if the step has nothing to give. */
  bound(view: EntryReader, previousRedeems: boolean): Quality | undefined;
  /** The quality its receiver gives to what comes in. */
  qualityIn(view: EntryReader): number;
}

export const isDry = (flow: Flow): boolean => isZero(flow.out);
