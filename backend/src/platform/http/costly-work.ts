import { Injectable } from '@nestjs/common';
import { Refused } from '../domain/refused.js';

/** How many pieces of work may wait: of one wallet, and of all. */
export const COSTLY = { ofOne: 4, ofAll: 24, retryAfterSeconds: 10 } as const;

/**
 * Work that takes much memory or time, such as redrawing a picture or making a PDF: one piece at a time in a process.
 * Wallets take turns, so that many pieces of one do not delay those of others.
 */
@Injectable()
export class CostlyWork {
  /** Who waits, each wallet with its pieces in their order; the first wallet is next. */
  private readonly waiting = new Map<string, (() => void)[]>();
  private isBusy = false;

  /** @throws Refused (503 with `Retry-After`) if too many wait; errors of the work */
  async run<Result>(wallet: string, work: () => Promise<Result>): Promise<Result> {
    if (this.isBusy) await this.turnOf(wallet);
    this.isBusy = true;
    try {
      return await work();
    } finally {
      this.passOn();
    }
  }

  private turnOf(wallet: string): Promise<void> {
    const own = this.waiting.get(wallet) ?? [];
    const all = [...this.waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (own.length >= COSTLY.ofOne || all >= COSTLY.ofAll)
      throw new Refused('unavailable', 'Many files are being processed right now. Please try again in a moment.', {
        retryAfterSeconds: COSTLY.retryAfterSeconds,
      });
    return new Promise((resolve) => this.waiting.set(wallet, [...own, resolve]));
  }

  /** Nobody can come between: the next one starts before this process looks at another request. */
  private passOn(): void {
    const [next] = this.waiting;
    if (!next) return void (this.isBusy = false);
    const [wallet, [start, ...others]] = next;
    this.waiting.delete(wallet);
    if (others.length > 0) this.waiting.set(wallet, others);
    start!();
  }
}
