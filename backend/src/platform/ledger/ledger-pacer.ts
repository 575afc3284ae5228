import { Logger } from '@nestjs/common';
import type { Clock } from '../clock/clock.js';
import type { XrplConnection } from './xrpl-connection.js';

/** When to look at something again. */
export interface NextLook {
  at: Date;
  /** Whether a closing ledger may advance it earlier. */
  withLedger: boolean;
}

/** How many are advanced at the same time after a ledger closed. */
const AT_ONCE = 12;

/**
 * Advances each thing (a payment, a payout run) once at a time in this process, and immediately when a person or a
 * ledger changes something. Durable timers continue what is lost with the process.
 */
export class LedgerPacer {
  private readonly log: Logger;
  private readonly running = new Map<string, Promise<Date | null>>();
  private readonly again = new Set<string>();
  private readonly prompted = new Set<string>();
  /** What a closing ledger may advance. */
  private readonly waiting = new Set<string>();
  private stopped = false;
  private sweeping = false;

  constructor(
    what: string,
    private readonly step: (id: string, prompted: boolean) => Promise<NextLook | null>,
    private readonly clock: Clock,
  ) {
    this.log = new Logger(what);
  }

  /** From now on closing ledgers advance whatever waits for them. */
  follow(connection: Pick<XrplConnection, 'on'>): void {
    connection.on('ledger', () => void this.sweep());
  }

  /** Closing ledgers no longer advance what has been handled so far, because another instance is responsible for it. */
  leave(): void {
    this.waiting.clear();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.allSettled(this.running.values());
  }

  /**
   * Advances it as far as possible.
   * @param prompted a hint that something has changed
   * @returns when to check again; null if it is done
   */
  advance(id: string, prompted = false): Promise<Date | null> {
    if (prompted) this.prompted.add(id);
    if (this.stopped) return Promise.resolve(new Date(this.clock.now().getTime() + 1_000));
    const under = this.running.get(id);
    if (under) {
      // Something changed during the run, so it runs once more.
      this.again.add(id);
      return under;
    }
    const work = this.run(id).finally(() => this.running.delete(id));
    this.running.set(id, work);
    return work;
  }

  private async run(id: string): Promise<Date | null> {
    let next: NextLook | null;
    do {
      this.again.delete(id);
      next = await this.step(id, this.prompted.delete(id));
    } while (this.again.has(id) && !this.stopped);
    if (next?.withLedger) this.waiting.add(id);
    else this.waiting.delete(id);
    return next?.at ?? null;
  }

  /** A ledger closed: advances whatever waits for one, in small groups. */
  private async sweep(): Promise<void> {
    if (this.sweeping || this.stopped) return;
    this.sweeping = true;
    try {
      const ids = [...this.waiting];
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        await Promise.all(
          ids
            .slice(at, at + AT_ONCE)
            .map((id) =>
              this.advance(id).catch((error: unknown) =>
                this.log.error({ err: error, id }, 'The waiting work could not be continued'),
              ),
            ),
        );
      }
    } finally {
      this.sweeping = false;
    }
  }
}
