import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import type { ProcessContext, ProcessManager, Timer } from '#platform/processes/process-manager.js';
import { PacedPayments } from '../paced-payments.js';

/**
 * Follows payments: each event may allow the next step, and a durable timer continues every payment that is not done.
 */
@Injectable()
export class PaymentProcess implements ProcessManager {
  readonly name = 'payment';
  readonly events = [
    'PaymentStarted',
    'PaymentCancelled',
    'PaymentExpired',
    'PaymentFailed',
    'PaymentRevived',
    'DeliveryWaitEnded',
    'FeeRefundOrdered',
  ];

  constructor(private readonly pacer: PacedPayments) {}

  lane(event: RecordedEvent): string {
    return event.data.paymentId;
  }

  async handle(event: RecordedEvent, context: ProcessContext): Promise<void> {
    await this.advance(event.data.paymentId, context);
  }

  async onTimer(timer: Timer, context: ProcessContext): Promise<void> {
    await this.advance(timer.key, context);
  }

  onReleased(): void {
    this.pacer.leave();
  }

  private async advance(paymentId: string, context: ProcessContext): Promise<void> {
    const next = await this.pacer.advance(paymentId);
    if (next) await context.schedule({ key: paymentId, dueAt: next });
    else await context.cancel(paymentId);
  }
}
