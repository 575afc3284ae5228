import { Inject, Injectable } from '@nestjs/common';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import type { ProcessManager } from '#platform/processes/process-manager.js';
import { loadListing } from '#features/listings/rules.public.js';
import { endWait } from '../collecting/delivery.js';
import { type PaymentPorts, PAYMENT_PORTS } from '../collecting/ports.js';

/** When a sale ends, each of its open purchases is notified once; the payment process handles the rest. */
@Injectable()
export class SaleEndingProcess implements ProcessManager {
  readonly name = 'sale-ending';
  readonly events = ['ListingClosing'];

  constructor(@Inject(PAYMENT_PORTS) private readonly ports: Pick<PaymentPorts, 'store' | 'businessDate'>) {}

  lane(event: RecordedEvent): string {
    return String(event.data.propertyId);
  }

  async handle({ data }: RecordedEvent): Promise<void> {
    const { reserved } = await loadListing(this.ports.store, data.propertyId);
    for (const paymentId of reserved.keys()) await endWait(this.ports as PaymentPorts, paymentId, 'sale-closed');
  }
}
