import { Inject, Injectable } from '@nestjs/common';
import type { PaymentStartedAnswer, PaymentView } from '@tknest/contracts/api';
import type { Session } from '#platform/sessions/session.js';
import { findPayment, loadPayment, noSuchPayment, type LoadedPayment } from './collecting/commit.js';
import { type PaymentPorts, PAYMENT_PORTS } from './collecting/ports.js';
import { repays } from './kinds/refund.js';
import { isRefundPaid, noPayment, owedBack, type Payment } from './payment.state.js';
import { openRequests, statusOf, viewOf } from './payment.view.js';

const SEES_ALL = new Set(['admin', 'auditor']);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Payments from their own streams, with checks of who may see them. */
@Injectable()
export class PaymentReader {
  constructor(@Inject(PAYMENT_PORTS) private readonly ports: PaymentPorts) {}

  /** @throws Refused (404) if it was not started */
  async state(paymentId: string): Promise<Payment> {
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
  async view(state: Payment): Promise<PaymentView> {
    return viewOf(state, await this.refundOf(state), await this.ports.businessDate());
  }

  /**
   * The newest refund of the first principal that is owed and not paid back; null if none was begun. If all are paid
   * back, the last one.
   */
  async refundOf(original: Payment): Promise<Payment | null> {
    return (await this.lastRefund(original)).refund;
  }

  /** The same, with the id that the log has for it, which may be the forged one of a payment that refunds nothing. */
  async lastRefund(original: Payment): Promise<{ begun: string | null; refund: Payment | null }> {
    let last: { begun: string | null; refund: Payment | null } = { begun: null, refund: null };
    for (const { hash } of owedBack(original)) {
      const begun = original.refunds.get(hash) ?? null;
      const { state } = begun ? await findPayment(this.ports, begun) : { state: noPayment };
      last = { begun, refund: repays(state, original) ? state : null };
      if (!last.refund || !isRefundPaid(last.refund)) return last;
    }
    return last;
  }

  /**
   * A payment that the session's wallet made; for reading, also one that it received, and any payment for the office.
   * @throws Refused (404)
   */
  async own(session: Session, paymentId: string, toChange = false): Promise<Payment> {
    if (!UUID.test(paymentId)) throw noSuchPayment();
    const state = await this.state(paymentId);
    const visible =
      state.payer === session.wallet || (!toChange && (state.payee === session.wallet || SEES_ALL.has(session.role)));
    if (!visible) throw noSuchPayment();
    return state;
  }
}
