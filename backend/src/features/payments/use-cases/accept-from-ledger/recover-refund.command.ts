import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type PaymentPorts, PAYMENT_PORTS } from '../../collecting/ports.js';
import { recover, type ForgottenPrincipal } from '../../collecting/recovery.js';
import { PacedPayments } from '../../paced-payments.js';

/**
 * Records a refund that reached the escrow and that a restored log lost. Nobody has to decide about it: it belongs to
 * its buyer. If its principal is not owed any more, its money stays in suspense, where its case asks. Idempotent.
 */
export class RecoverRefund extends Command<void> {
  constructor(readonly found: ForgottenPrincipal) {
    super();
  }
}

@CommandHandler(RecoverRefund)
export class RecoverRefundHandler implements ICommandHandler<RecoverRefund> {
  constructor(
    @Inject(PAYMENT_PORTS) private readonly ports: PaymentPorts,
    private readonly pacer: PacedPayments,
  ) {}

  /** @throws TryAgainLater */
  async execute({ found }: RecoverRefund): Promise<void> {
    const paymentId = await recover(this.ports, found, 'count');
    if (paymentId !== null) await this.pacer.advance(paymentId);
  }
}
