import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PaymentStartedAnswer } from '@tknest/contracts/api';
import { Refused } from '#platform/domain/refused.js';
import type { Session } from '#platform/sessions/session.js';
import { isWithdrawn } from '../../collecting/late-requests.js';
import { seekOrphan } from '../../collecting/self-sent.js';
import { type PaymentPorts, PAYMENT_PORTS } from '../../collecting/ports.js';
import { hasEnded, isRefundPaid, owedBack, type Payment } from '../../payment.state.js';
import { PaymentReader } from '../../payment-reader.js';
import { StartPayment } from '../start-payment/start-payment.command.js';

/**
 * The payee refunds a whole principal that bought no tokens, or was paid a second time, with a payment that they sign.
 * One leg, no fee, idempotent per principal. It goes to the payout escrow, which delivers it with a run of one line, so
 * what stands in the way of the buyer's wallet is handled there, and the payee does not learn of it.
 */
export class RefundPayment extends Command<PaymentStartedAnswer> {
  constructor(
    readonly session: Session,
    readonly paymentId: string,
    readonly idempotencyKey: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(RefundPayment)
export class RefundPaymentHandler implements ICommandHandler<RefundPayment> {
  constructor(
    @Inject(PAYMENT_PORTS) private readonly ports: PaymentPorts,
    private readonly commands: CommandBus,
    private readonly reader: PaymentReader,
  ) {}

  /** @throws Refused, LedgerUnavailable */
  async execute({ session, paymentId, idempotencyKey: key }: RefundPayment): Promise<PaymentStartedAnswer> {
    const original = await this.reader.own(session, paymentId);
    if (original.payee !== session.wallet)
      throw new Refused('forbidden', 'Only the recipient of the payment can refund it');
    if (original.owed && original.owed.dueOn === null) throw held();
    const { begun, refund: previous } = await this.previousOf(original);
    if (previous && !hasEnded(previous)) return this.reader.answer(previous.paymentId);
    if (previous) await this.mustBeOver(previous);
    const { amount, propertyId, propertyName } = original;
    const order = {
      kind: 'refund' as const,
      payee: await this.ports.accounts.address('payoutEscrow'),
      amount,
      feeBps: 0n,
      tokens: null,
      memo: null,
      property: propertyId === null ? null : { id: propertyId, name: propertyName ?? '' },
      refund: { of: paymentId, previous: begun },
    };
    const input = { call: 'refund', paymentId, after: begun };
    return this.commands.execute(new StartPayment(session, order, { key, input }));
  }

  /**
   * The previous refund of the next principal that is not refunded yet; null if none was begun.
   * @throws Refused if nothing is owed
   */
  private async previousOf(original: Payment) {
    if (owedBack(original).length === 0) throw new Refused('conflict', 'There is nothing to refund for this payment');
    const last = await this.reader.lastRefund(original);
    if (last.refund && isRefundPaid(last.refund))
      throw new Refused('conflict', 'This payment is already refunded', { paymentId: last.begun });
    return last;
  }

  /** An earlier refund that ended unpaid, and whose signature cannot reach a ledger any more. */
  private async mustBeOver(previous: Payment): Promise<void> {
    if (!(await isWithdrawn(this.ports, previous.legs.recipient))) throw this.mayStillLand(previous);
    // A refund that reached the ledger but was spent on something else has ended too.
    const spent = previous.principal?.hash;
    for (const orphan of previous.orphans.filter(({ leg, hash }) => leg === 'recipient' && hash !== spent)) {
      const { kind } = await seekOrphan(this.ports, previous, orphan);
      if (kind !== 'absent') throw this.mayStillLand(previous);
    }
  }

  private mayStillLand({ paymentId }: Payment): Refused {
    const message = 'The earlier refund could still reach the ledger. No money moved. Try again in a few minutes.';
    return new Refused('conflict', message, { paymentId });
  }
}

const held = () =>
  new Refused('conflict', 'This refund is not due yet. No money moved. We will tell you when you can pay it.');
