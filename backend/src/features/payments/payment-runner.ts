import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/clock/clock.js';
import { XrplConnection } from '../../platform/ledger/xrpl-connection.js';
import { PaymentEngine, type Next } from './engine/payment-engine.js';

/** Payments advanced at once after a ledger closed. */
const AT_ONCE = 12;

/**
 * Runs the engine for one payment at a time in this process, and wakes at once what a person or a ledger has moved.
 * Durable timers stand behind it: what is lost here with the process comes back through them.
 */
@Injectable()
export class PaymentRunner implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('Payments');
  private readonly running = new Map<string, Promise<Date | null>>();
  private readonly again = new Set<string>();
  private readonly prompted = new Set<string>();
  /** Payments that a closing ledger may move on. */
  private readonly waiting = new Set<string>();
  private stopped = false;
  private sweeping = false;

  constructor(
    private readonly engine: PaymentEngine,
    private readonly connection: XrplConnection,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.connection.on('ledger', () => void this.sweep());
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await Promise.allSettled(this.running.values());
  }

  /**
   * Advances a payment as far as it goes.
   * @param prompted the wallet app says that it has news
   * @returns when to look again, null where it is done
   */
  advance(paymentId: string, prompted = false): Promise<Date | null> {
    if (prompted) this.prompted.add(paymentId);
    if (this.stopped) return Promise.resolve(new Date(this.clock.now().getTime() + 1_000));
    const under = this.running.get(paymentId);
    if (under) {
      // Something happened while the engine was at it: it looks once more before it rests.
      this.again.add(paymentId);
      return under;
    }
    const work = this.run(paymentId).finally(() => this.running.delete(paymentId));
    this.running.set(paymentId, work);
    return work;
  }

  private async run(paymentId: string): Promise<Date | null> {
    let next: Next | null;
    do {
      this.again.delete(paymentId);
      next = await this.engine.advance(paymentId, this.prompted.delete(paymentId));
    } while (this.again.has(paymentId) && !this.stopped);
    if (next?.withLedger) this.waiting.add(paymentId);
    else this.waiting.delete(paymentId);
    return next?.at ?? null;
  }

  /** A ledger closed: whatever waits for one is looked at, in small groups. */
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
                this.log.error({ err: error, paymentId: id }, 'A payment could not be advanced'),
              ),
            ),
        );
      }
    } finally {
      this.sweeping = false;
    }
  }
}
