import type { Clock } from '../clock/clock.js';

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
/** What whoever is not known yet leaves of them to those whose money waits. */
const LEFT_TO_MONEY = 30;
/** A page on which somebody waits is told soon; its request lives for minutes only. */
const VISITOR_EVERY_MS = 3_000;
const REMEMBERED_MAX = 10_000;

/** A request as far as asking about it goes. */
export interface Asked {
  payloadUuid: string;
  createdAt: number;
  expiresAt: number;
}

/**
 * Remembers what was asked, and shares one budget among all requests of this process: those that money waits for, and
 * those of people who only sign in or prepare their wallet, whom anybody may be.
 */
export class WalletQuestions {
  private readonly asked = new Map<string, number>();
  /** Requests of which the wallet app has said by itself that they were answered. */
  private readonly answered = new Set<string>();
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
    return this.takeAfter(this.pauseOf(request), request, 0);
  }

  /**
   * The same for a request that no money waits for, and that a stranger may have made: it leaves half of the budget to
   * the others. What the wallet app has said by itself to be answered is asked about at once.
   */
  takeForVisitor(request: Asked): boolean {
    if (this.answered.delete(request.payloadUuid)) {
      this.note(request.payloadUuid);
      return true;
    }
    return this.takeAfter(VISITOR_EVERY_MS, request, LEFT_TO_MONEY);
  }

  /** The wallet app has said by itself, in words that only it can sign, that a request was answered. */
  hear(payloadUuid: string): void {
    this.answered.add(payloadUuid);
    if (this.answered.size > REMEMBERED_MAX) this.answered.delete(this.answered.values().next().value!);
  }

  private takeAfter(pauseMs: number, { payloadUuid, createdAt, expiresAt }: Asked, left: number): boolean {
    const now = this.now();
    const last = this.asked.get(payloadUuid) ?? createdAt;
    // The last moment of a request is always looked at: whoever signed in it must not be passed over.
    const due = now >= expiresAt || now - last >= pauseMs;
    this.refill(now);
    if (!due || this.budget < 1 + left) return false;
    this.budget--;
    this.note(payloadUuid, now);
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
