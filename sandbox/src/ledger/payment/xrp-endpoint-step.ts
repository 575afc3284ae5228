import type { EntryReader } from '../state/overlay.js';
import { PAR, type Quality } from '../state/quality.js';
import type { Quantity } from '../state/quantity.js';
import { liquidXrp, moveXrp, PARITY } from './funds.js';
import type { Attempt, Flow, Step } from './step.js';

/** XRP leaving the sender's account or coming into the receiver's (rippled: XRPEndpointStep). */
export class XrpEndpointStep implements Step {
  readonly offersUsed = 0;
  readonly lineSource = undefined;
  readonly book = undefined;
  private moved = 0n;

  /** `spare` entries need no reserve: who buys by an offer what it has no line for may spend that line's. */
  constructor(
    readonly account: string,
    private readonly isLast: boolean,
    private readonly spare: number,
  ) {}

  get flow(): Flow {
    return { in: this.moved, out: this.moved };
  }

  reverse({ view }: Attempt, wanted: Quantity): Flow {
    const most = this.isLast ? undefined : liquidXrp(view, this.account, this.spare);
    this.moved = most !== undefined && most < (wanted as bigint) ? most : (wanted as bigint);
    moveXrp(view, this.account, this.isLast ? this.moved : -this.moved);
    return this.flow;
  }

  forward(attempt: Attempt, given: Quantity): Flow {
    return this.reverse(attempt, given);
  }

  redeems(): boolean {
    return false;
  }

  bound(_view: EntryReader): Quality {
    return PAR;
  }

  qualityIn(): number {
    return PARITY;
  }
}
