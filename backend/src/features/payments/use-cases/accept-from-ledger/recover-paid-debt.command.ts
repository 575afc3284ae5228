import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type PaymentPorts, PAYMENT_PORTS } from '../../collecting/ports.js';
import { recover, type ForgottenPrincipal } from '../../collecting/recovery.js';
import { PacedPayments } from '../../paced-payments.js';

/**
 * Records a debt that was paid and that a restored log lost: a refund, an owed fee, or a repayment to the payout
 * escrow. Nobody has to decide about it: a refund belongs to its buyer, a fee to its payment, and a repayment pays its
 * loan. A refund whose principal is not owed any more, and a repayment whose loan is not open, stay in suspense, where
 * their case asks. Idempotent.
 */
export class RecoverPaidDebt extends Command<void> {
  constructor(readonly found: ForgottenPrincipal) {
    super();
  }
}

@CommandHandler(RecoverPaidDebt)
export class RecoverPaidDebtHandler implements ICommandHandler<RecoverPaidDebt> {
  constructor(
    @Inject(PAYMENT_PORTS) private readonly ports: PaymentPorts,
    private readonly pacer: PacedPayments,
  ) {}

  /** @throws TryAgainLater */
  async execute({ found }: RecoverPaidDebt): Promise<void> {
    const paymentId = await recover(this.ports, found, 'count');
    if (paymentId !== null) await this.pacer.advance(paymentId);
  }
}
