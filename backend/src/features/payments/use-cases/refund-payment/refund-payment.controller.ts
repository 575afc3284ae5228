import { Controller, Headers, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { PaymentStartedAnswer } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import { EVENT_STORE, type EventStore } from '../../../../platform/event-store/event-store.js';
import { CurrentSession, type Session } from '../../../../platform/http/access.js';
import { Refused } from '../../../../platform/domain/refused.js';
import { RateLimiter } from '../../../../platform/sessions/rate-limiter.js';
import type { PaymentPorts } from '../../engine/ports.js';
import { loadPayment } from '../../engine/streams.js';
import { seekOrphan } from '../../engine/self-sent.js';
import { hasEnded, isOwedBack, type PaymentState } from '../../payment.state.js';
import { Payments } from '../../payments.service.js';
import { PAYMENT_PORTS } from '../../payments.tokens.js';

@Controller('api/rlusd/payments')
export class RefundPaymentController {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(PAYMENT_PORTS) private readonly ports: PaymentPorts,
    private readonly payments: Payments,
    private readonly limiter: RateLimiter,
  ) {}

  /**
   * Who was paid pays it back: the whole principal of a payment that landed without tokens, with a payment of their own
   * that they sign. One leg, no fee; once for each payment, however often it is asked for. @throws Refused,
   * LedgerUnavailable
   */
  @Post(':paymentId/refund')
  @HttpCode(202)
  async refund(
    @CurrentSession() session: Session,
    @Param('paymentId') paymentId: string,
    @Headers('idempotency-key') key?: string,
  ): Promise<PaymentStartedAnswer> {
    await this.limiter.take(LIMITS.paymentStart, session.wallet);
    const original = await this.payments.paidTo(session, paymentId);
    if (!isOwedBack(original)) throw new Refused('conflict', 'Nothing of this payment is to be refunded');
    const previous = original.refund ? (await loadPayment(this.store, original.refund)).state : null;
    if (previous && !hasEnded(previous)) return this.payments.answer(previous.paymentId);
    if (previous) await this.mustBeOver(previous);
    const { payer, amount, propertyId, propertyName } = original;
    const property = propertyId === null ? null : { id: propertyId, name: propertyName ?? '' };
    return this.payments.start(
      session,
      {
        kind: 'refund',
        payee: payer,
        amount,
        feeBps: 0n,
        property,
        tokens: null,
        memo: null,
        refund: { of: paymentId, previous: original.refund },
      },
      { key, input: { call: 'refund', paymentId, after: original.refund } },
    );
  }

  /** An earlier refund that ended unpaid, and whose signature cannot reach a ledger any more. */
  private async mustBeOver(previous: PaymentState): Promise<void> {
    if (previous.phase === 'completed' || previous.latePrincipal)
      throw new Refused('conflict', 'This payment is refunded already', { paymentId: previous.paymentId });
    for (const orphan of previous.orphans.filter(({ leg }) => leg === 'recipient')) {
      const { kind } = await seekOrphan(this.ports, previous, orphan);
      if (kind !== 'absent')
        throw new Refused(
          'conflict',
          'A signature of the earlier refund could still reach the ledger: try again in some minutes',
          { paymentId: previous.paymentId },
        );
    }
  }
}
