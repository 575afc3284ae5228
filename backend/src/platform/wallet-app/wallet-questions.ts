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

/**
 * Xaman takes 60 to 200 calls a minute (docs.xaman.dev, "Rate limits"): unprompted questions keep to the lower end.
 * Whoever is not known yet has a share of their own: neither they nor those whose money waits use up the other's.
 */
export const QUESTIONS_PER_MINUTE = { money: 40, visitors: 20 } as const;
export type QuestionOf = keyof typeof QUESTIONS_PER_MINUTE;
const MINUTE = 60_000;
/** A page on which somebody waits asks every three seconds; it is told soon. */
const VISITOR_EVERY_MS = 2_500;
const REMEMBERED_MAX = 10_000;

/** A request as far as asking about it goes. */
export interface Asked {
  payloadUuid: string;
  createdAt: number;
  expiresAt: number;
}

/** What all instances together may still ask in this minute. */
export interface SharedQuestions {
  /** Counts one question. @returns false if there is none left */
  takeQuestion(of: QuestionOf): Promise<boolean>;
}

/** Of a program that is one process. */
const UNSHARED: SharedQuestions = { takeQuestion: async () => true };

/**
 * Remembers what was asked, and shares budgets among all requests: one for those that money waits for,
 * one for people who only sign in or prepare their wallet, whom anybody may be. This process counts its own questions
 * before it asks what others have left, so that many requests that wait do not become as many queries.
 */
export class WalletQuestions {
  private readonly asked = new Map<string, number>();
  /** Requests of which the wallet app has said by itself that they were answered. */
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

  /** Milliseconds between two questions about a request of this age. */
  pauseOf({ createdAt }: Asked): number {
    const age = this.now() - createdAt;
    return ASK_AGAIN.find(({ olderThanMs }) => age >= olderThanMs)?.everyMs ?? ASK_AGAIN.at(-1)!.everyMs;
  }

  /** Whether to ask now. A `true` takes from the budget, and the next question waits for its turn. */
  async take(request: Asked): Promise<boolean> {
    const now = this.now();
    // The last moment of a request is always checked, so that a signature made in it is not missed.
    const due = now >= request.expiresAt || now - this.lastOf(request) >= this.pauseOf(request);
    if (!due || !this.money.take(now) || !(await this.shared.takeQuestion('money'))) return false;
    this.note(request.payloadUuid, now);
    return true;
  }

  /**
   * Asks about a request that no money waits for, and that a stranger may have made, where it is its turn: at once if
   * the wallet app has said by itself that it was answered.
   * @returns null if it was not asked @throws what `ask` throws
   */
  async askForVisitor<T>(request: Asked, ask: () => Promise<T>): Promise<T | null> {
    const now = this.now();
    const heard = this.answered.delete(request.payloadUuid);
    if (!heard && (now - this.lastOf(request) < VISITOR_EVERY_MS || !this.visitors.take(now))) return null;
    // Before the first pause: a second call for the same request meanwhile is not its turn.
    this.note(request.payloadUuid, now);
    if (!heard && !(await this.shared.takeQuestion('visitors'))) return null;
    try {
      return await ask();
    } catch (error) {
      if (heard) this.hear(request.payloadUuid);
      throw error;
    }
  }

  /** The wallet app has said by itself, in words that only it can sign, that a request was answered. */
  hear(payloadUuid: string): void {
    this.answered.add(payloadUuid);
    if (this.answered.size > REMEMBERED_MAX) this.answered.delete(this.answered.values().next().value!);
  }

  /** It was asked because a webhook or its owner prompted it. */
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

/** So many a minute, saved up for a minute at most. */
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
