import type { Clock } from '../clock/clock.js';

/**
 * How often the wallet app is queried without a webhook, by the age of the request, so that a lost webhook delays by at
 * most a minute.
 */
const ASK_AGAIN: readonly { olderThanMs: number; everyMs: number }[] = [
  { olderThanMs: 120_000, everyMs: 30_000 },
  { olderThanMs: 30_000, everyMs: 10_000 },
  { olderThanMs: 0, everyMs: 3_000 },
];

/**
 * Xaman accepts 60 to 200 calls a minute (docs.xaman.dev, "Rate limits"), so unprompted queries stay at the lower end.
 * Unknown users have a separate share, so that neither they nor users with waiting money use up the other's.
 */
export const QUESTIONS_PER_MINUTE = { money: 40, visitors: 20 } as const;
export type QuestionOf = keyof typeof QUESTIONS_PER_MINUTE;
const MINUTE = 60_000;
/** An open page polls every three seconds, so it must be answered soon. */
const VISITOR_EVERY_MS = 2_500;
const REMEMBERED_MAX = 10_000;

/** The parts of a request needed for querying it. */
export interface Asked {
  payloadUuid: string;
  createdAt: number;
  expiresAt: number;
}

/** The queries that all instances together have left in this minute. */
export interface SharedQuestions {
  /** Counts one query. @returns false if none is left */
  takeQuestion(of: QuestionOf): Promise<boolean>;
}

/** For a program with a single process. */
const UNSHARED: SharedQuestions = { takeQuestion: async () => true };

/**
 * Paces queries to the wallet app, with budgets shared by all requests: one for requests with waiting money, and one
 * for people who only sign in or prepare their wallet, who may be anybody. This process counts its own queries before
 * it checks the shared count, so that many waiting requests do not cause as many database queries.
 */
export class WalletQuestions {
  private readonly asked = new Map<string, number>();
  /** Requests that a webhook has reported as answered. */
  private readonly answered = new Set<string>();
  private readonly money: Budget;
  private readonly visitors: Budget;

  constructor(
    private readonly clock: Clock,
    private readonly shared: SharedQuestions = UNSHARED,
  ) {
    this.money = new Budget(QUESTIONS_PER_MINUTE.money, this.now());
    this.visitors = new Budget(QUESTIONS_PER_MINUTE.visitors, this.now());
  }

  /** Milliseconds between two queries about a request of this age. */
  pauseOf({ createdAt }: Asked): number {
    const age = this.now() - createdAt;
    return ASK_AGAIN.find(({ olderThanMs }) => age >= olderThanMs)?.everyMs ?? ASK_AGAIN.at(-1)!.everyMs;
  }

  /** Whether to query now. A `true` uses the budget, and starts the pause until the next query. */
  async take(request: Asked): Promise<boolean> {
    const now = this.now();
    // The expiry of a request is always checked, so that a last-moment signature is not missed.
    const due = now >= request.expiresAt || now - this.lastOf(request) >= this.pauseOf(request);
    if (!due || !this.money.take(now) || !(await this.shared.takeQuestion('money'))) return false;
    this.note(request.payloadUuid, now);
    return true;
  }

  /**
   * Queries a request without waiting money, possibly made by a stranger, if it is due: immediately if a webhook has
   * reported it as answered.
   * @returns null if it was not queried @throws errors of `ask`
   */
  async askForVisitor<T>(request: Asked, ask: () => Promise<T>): Promise<T | null> {
    const now = this.now();
    const heard = this.answered.delete(request.payloadUuid);
    if (!heard && (now - this.lastOf(request) < VISITOR_EVERY_MS || !this.visitors.take(now))) return null;
    // Before the first await, so that a second call for the same request in the meantime is not due.
    this.note(request.payloadUuid, now);
    if (!heard && !(await this.shared.takeQuestion('visitors'))) return null;
    try {
      return await ask();
    } catch (error) {
      if (heard) this.hear(request.payloadUuid);
      throw error;
    }
  }

  /** A webhook with a valid signature has reported that a request was answered. */
  hear(payloadUuid: string): void {
    this.answered.add(payloadUuid);
    if (this.answered.size > REMEMBERED_MAX) this.answered.delete(this.answered.values().next().value!);
  }

  /** It was queried because a webhook or its owner prompted it. */
  note(payloadUuid: string, at = this.now()): void {
    this.asked.delete(payloadUuid);
    this.asked.set(payloadUuid, at);
    if (this.asked.size > REMEMBERED_MAX) this.asked.delete(this.asked.keys().next().value!);
  }

  private lastOf({ payloadUuid, createdAt }: Asked): number {
    return this.asked.get(payloadUuid) ?? createdAt;
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

/** A token bucket: this many per minute, saved up for at most a minute. */
class Budget {
  private left: number;

  constructor(
    private readonly perMinute: number,
    private refilledAt: number,
  ) {
    this.left = perMinute;
  }

  take(now: number): boolean {
    this.left = Math.min(this.perMinute, this.left + ((now - this.refilledAt) / MINUTE) * this.perMinute);
    this.refilledAt = now;
    if (this.left < 1) return false;
    this.left--;
    return true;
  }
}
