import type { Clock } from '../../../platform/clock/clock.js';

/**
 * How often the wallet app is asked without a webhook having come, by the age of the request: a lost webhook is made
 * good within a minute.
 */
const ASK_AGAIN: readonly { olderThanMs: number; everyMs: number }[] = [
  { olderThanMs: 120_000, everyMs: 30_000 },
  { olderThanMs: 30_000, everyMs: 10_000 },
  { olderThanMs: 0, everyMs: 3_000 },
];

/** Xaman takes 60 to 200 calls a minute (docs.xaman.dev, "Rate limits"): unprompted questions keep to the lower end. */
const QUESTIONS_PER_MINUTE = 60;
const MINUTE = 60_000;

/** A request as far as asking about it goes. */
export interface Asked {
  payloadUuid: string;
  createdAt: number;
  expiresAt: number;
}

/** Remembers what was asked, and shares one budget among all payments of this process. */
export class WalletQuestions {
  private readonly asked = new Map<string, number>();
  private budget = QUESTIONS_PER_MINUTE;
  private refilledAt: number;

  constructor(private readonly clock: Clock) {
    this.refilledAt = clock.now().getTime();
  }

  /** Milliseconds between two questions about a request of this age. */
  pauseOf({ createdAt }: Asked): number {
    const age = this.now() - createdAt;
    return ASK_AGAIN.find(({ olderThanMs }) => age >= olderThanMs)?.everyMs ?? ASK_AGAIN.at(-1)!.everyMs;
  }

  /** Whether to ask now. A `true` takes from the budget, and the next question waits for its turn. */
  take(request: Asked): boolean {
    const now = this.now();
    const last = this.asked.get(request.payloadUuid) ?? request.createdAt;
    // The last moment of a request is always looked at: whoever signed in it must not be passed over.
    const due = now >= request.expiresAt || now - last >= this.pauseOf(request);
    this.refill(now);
    if (!due || this.budget < 1) return false;
    this.budget--;
    this.note(request.payloadUuid, now);
    return true;
  }

  /** It was asked because a webhook or its owner prompted it. */
  note(payloadUuid: string, at = this.now()): void {
    this.asked.delete(payloadUuid);
    this.asked.set(payloadUuid, at);
    if (this.asked.size > REMEMBERED_MAX) this.asked.delete(this.asked.keys().next().value!);
  }

  private refill(now: number): void {
    const gained = ((now - this.refilledAt) / MINUTE) * QUESTIONS_PER_MINUTE;
    this.budget = Math.min(QUESTIONS_PER_MINUTE, this.budget + gained);
    this.refilledAt = now;
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

const REMEMBERED_MAX = 10_000;
