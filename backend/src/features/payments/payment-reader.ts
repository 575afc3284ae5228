import { Inject, Injectable } from '@nestjs/common';
import type { PaymentStartedAnswer, PaymentView } from '@tknest/contracts/api';
import type { Session } from '#platform/sessions/session.js';
import { Refused } from '#platform/domain/refused.js';
import { loadPayment, type LoadedPayment } from './collecting/commit.js';
import { type PaymentPorts, PAYMENT_PORTS } from './collecting/ports.js';
import { noPayment, type PaymentState } from './payment.state.js';
import { openRequests, statusOf, viewOf } from './payment.view.js';

const SEES_ALL = new Set(['admin', 'auditor']);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Payments as their own streams tell them, and who may see which. */
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

  /** The answer to a start: the payment's current state, and what has to be signed now. */
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

  /** With the newest payment that pays it back. */
  async view(state: PaymentState): Promise<PaymentView> {
    const [refund] = [...state.refunds.values()].slice(-1);
    return viewOf(state, refund ? await this.state(refund) : null, await this.ports.businessDate());
  }

  /**
   * A payment that the session made; to look at, also what it received, and everything for the office. @throws Refused
   * (404)
   */
  async own(session: Session, paymentId: string, toChange = false): Promise<PaymentState> {
    const state = UUID.test(paymentId) ? await this.state(paymentId) : noPayment;
    const visible =
      state.payer === session.wallet || (!toChange && (state.payee === session.wallet || SEES_ALL.has(session.role)));
    if (state.phase === 'none' || !visible) throw new Refused('not-found', 'No such payment');
    return state;
  }
}
