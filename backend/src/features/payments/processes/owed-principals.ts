import { Inject, Injectable } from '@nestjs/common';
import type { BusinessDate } from '@tknest/contracts/events';
import { DataSource } from 'typeorm';
import { KycStanding } from '#features/identity/true-standing.public.js';
import { principalsOwedBack, refundsHeld } from '#features/operations-cases/readers.public.js';
import { owedBack, refundDueOn } from '../payment.state.js';
import { findPayment, note } from '../collecting/commit.js';
import { type PaymentPorts, PAYMENT_PORTS } from '../collecting/ports.js';

/** Principals that landlords owe back because no tokens will be issued for them. */
@Injectable()
export class OwedPrincipals {
  /** Payments with refunds that no longer wait; they are not loaded again. */
  private readonly released = new Set<string>();

  constructor(
    @Inject(PAYMENT_PORTS) private readonly ports: PaymentPorts,
    @Inject(DataSource) private readonly db: DataSource,
    private readonly standing: KycStanding,
  ) {}

  /** Sets the due dates of refunds to wallets that are no longer suspended. */
  async release(today: BusinessDate): Promise<void> {
    for (const paymentId of await refundsHeld(this.db)) {
      if (this.released.has(paymentId)) continue;
      const { state, ...loaded } = await findPayment(this.ports, paymentId);
      if (state.phase !== 'failed' || state.owed?.dueOn !== null) {
        this.released.add(paymentId);
        continue;
      }
      if ((await this.standing.stateOf(state.payer)).suspended) continue;
      const dueOn = refundDueOn(today);
      await note(this.ports, { ...loaded, state }, { type: 'OwedBackReleased', data: { paymentId, dueOn } });
    }
  }

  /**
   * Landlords who are overdue with a refund. A buyer's wallet that refuses it is no excuse, because the escrow accepts
   * it.
   */
  async overdueLandlords(today: BusinessDate): Promise<ReadonlySet<string>> {
    const late = new Set<string>();
    for (const { paymentId, txHash } of await principalsOwedBack(this.db)) {
      const { state } = await findPayment(this.ports, paymentId);
      const dueOn = owedBack(state).find(({ hash }) => hash === txHash)?.dueOn;
      if (state.phase !== 'none' && dueOn && today > dueOn) late.add(state.payee);
    }
    return late;
  }
}
