import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { orderFeeRefund } from '../../payment.decider.js';
import { paymentFold } from '../../payment.evolve.js';
import { PaymentReader } from '../../payment-reader.js';
import { PacedPayments } from '../../paced-payments.js';

/** An admin has the platform refund a fee that was paid twice, from the fee wallet. */
export class RefundFee extends Command<void> {
  constructor(
    readonly session: Session,
    readonly paymentId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RefundFee)
export class RefundFeeHandler implements ICommandHandler<RefundFee> {
  constructor(
    private readonly recorder: Recorder,
    private readonly reader: PaymentReader,
    private readonly pacer: PacedPayments,
  ) {}

  /** @throws Refused if there is no such payment, or nothing is owed */
  async execute({ session, paymentId, reason }: RefundFee): Promise<void> {
    await this.reader.own(session, paymentId);
    await this.recorder.decide(paymentFold(paymentId), (payment) => orderFeeRefund(reason, payment), { session });
    void this.pacer.advance(paymentId).catch(() => undefined);
  }
}
