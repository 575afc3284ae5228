import { Inject, Injectable } from '@nestjs/common';
import type { PaymentStartedAnswer, PaymentView } from '@tknest/contracts/api';
import type { Session } from '#platform/sessions/session.js';
import { Refused } from '#platform/domain/refused.js';
import { loadPayment, type LoadedPayment } from './collecting/commit.js';
import { type PaymentPorts, PAYMENT_PORTS } from './collecting/ports.js';
import { isRefundPaid, noPayment, owedBack, type PaymentState } from './payment.state.js';
import { openRequests, statusOf, viewOf } from './payment.view.js';

const SEES_ALL = new Set(['admin', 'auditor']);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Payments from their own streams, with checks of who may see them. */
@Injectable()
export class PaymentReader {
  constructor(@Inject(PAYMENT_PORTS) private readonly ports: PaymentPorts) {}

  /** @returns a payment in phase `none` if it does not exist */
  async state(paymentId: string): Promise<PaymentState> {
    return (await this.loaded(paymentId)).state;
  }

  loaded(paymentId: string): Promise<LoadedPayment> {
    return loadPayment(this.ports, paymentId);
  }

  /** The answer to a start: the payment's current state, and what must be signed now. */
  async answer(paymentId: string): Promise<PaymentStartedAnswer> {
    const state = await this.state(paymentId);
    const { amount, platformFee, totalAmount, expiresAt } = viewOf(state);
    const status = statusOf(state);
    return {
      success: true,
      paymentId,
      status,
      amount,
      platformFee,
      totalAmount,
      expiresAt,
      signRequests: openRequests(state),
    };
  }

  /** With the payment that pays it back. */
  async view(state: PaymentState): Promise<PaymentView> {
    return viewOf(state, await this.refundOf(state), await this.ports.businessDate());
  }

  /**
   * The newest refund of the first principal that is owed and not paid back; null if none was begun. If all are paid
   * back, the last one.
   */
  async refundOf(original: PaymentState): Promise<PaymentState | null> {
    let last: PaymentState | null = null;
    for (const { hash } of owedBack(original)) {
      const begun = original.refunds.get(hash);
      if (!begun) return null;
      last = await this.state(begun);
      if (!isRefundPaid(last)) return last;
    }
    return last;
  }

  /**
   * A payment that the session's wallet made; for reading, also one that it received, and any payment for the office.
   * @throws Refused (404)
   */
  async own(session: Session, paymentId: string, toChange = false): Promise<PaymentState> {
    const state = UUID.test(paymentId) ? await this.state(paymentId) : noPayment;
    const visible =
      state.payer === session.wallet || (!toChange && (state.payee === session.wallet || SEES_ALL.has(session.role)));
    if (state.phase === 'none' || !visible) throw new Refused('not-found', 'No such payment');
    return state;
  }
}
