import { Inject, Injectable, Logger } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { loadListing } from '#features/listings/rules.public.js';
import { EndPurchases, type PurchasesEnded } from '#features/listings/module.public.js';
import { endWait } from '../collecting/delivery.js';
import { type PaymentPorts, PAYMENT_PORTS } from '../collecting/ports.js';
import { PacedPayments } from '../paced-payments.js';

/** How long the call that closes a sale waits for its purchases to end, in milliseconds; they end without it too. */
const PATIENCE_MS = 5_000;
const AT_ONCE = 10;

/** Ends purchases for which a closing sale need not wait. */
@Injectable()
@CommandHandler(EndPurchases)
export class EndPurchasesHandler implements ICommandHandler<EndPurchases> {
  private readonly log = new Logger('Payments');

  constructor(
    @Inject(PAYMENT_PORTS) private readonly ports: PaymentPorts,
    private readonly pacer: PacedPayments,
  ) {}

  async execute({ propertyId }: EndPurchases): Promise<PurchasesEnded> {
    const { closing, reserved } = await loadListing(this.ports.store, propertyId);
    if (closing) await this.endInTime([...reserved.keys()]);
    const left = await loadListing(this.ports.store, propertyId);
    return { delivering: left.closing ? left.reserved.size : 0, position: await this.ports.store.head() };
  }

  private async endInTime(paymentIds: readonly string[]): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
    await Promise.race([this.endAll(paymentIds, Date.now() + PATIENCE_MS), limit]);
    clearTimeout(timer);
  }

  /** Purchases not reached in time are left to the process that follows the log. */
  private async endAll(paymentIds: readonly string[], until: number): Promise<void> {
    for (let from = 0; from < paymentIds.length && Date.now() < until; from += AT_ONCE)
      await Promise.all(paymentIds.slice(from, from + AT_ONCE).map((paymentId) => this.end(paymentId)));
  }

  private async end(paymentId: string): Promise<void> {
    try {
      await endWait(this.ports, paymentId, 'sale-closed');
      await this.pacer.advance(paymentId);
    } catch (error) {
      this.log.error({ err: error, paymentId }, 'A purchase of a closed sale has not ended yet; retrying');
    }
  }
}
