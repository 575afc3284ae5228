import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Session } from '#platform/sessions/session.js';
import { MayGoOn } from '#platform/ledger/accounts/account-gate.js';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { cancelUnsent } from '../../collecting/own-hand.js';
import { type PaymentPorts, PAYMENT_PORTS } from '../../collecting/ports.js';
import { PaymentReader } from '../../payment-reader.js';

/** Cancels the caller's own payment, until submission begins: whichever event is appended first wins. */
export class CancelPayment extends Command<void> {
  constructor(
    readonly session: Session,
    readonly paymentId: string,
  ) {
    super();
  }
}

const TRIES_MAX = 10;
type Asked = Pick<CancelPayment, 'session' | 'paymentId'>;

@CommandHandler(CancelPayment)
export class CancelPaymentHandler implements ICommandHandler<CancelPayment> {
  constructor(
    @Inject(PAYMENT_PORTS) private readonly ports: PaymentPorts,
    private readonly reader: PaymentReader,
    private readonly mayGoOn: MayGoOn,
    private readonly requests: WorkerRequests,
  ) {
    requests.carryOut('cancel-payment', (asked: Asked) => this.cancel(asked));
  }

  /** @throws Refused if the payment belongs to another wallet, or can no longer be canceled; GateShut, WorkerAway */
  async execute({ session, paymentId }: CancelPayment): Promise<void> {
    await this.mayGoOn.soon();
    await this.requests.ask('cancel-payment', { session, paymentId }, { lease: 'process:payment' });
  }

  private async cancel({ session, paymentId }: Asked): Promise<void> {
    await this.reader.own(session, paymentId, true);
    for (let tried = 0; tried < TRIES_MAX; tried++) {
      if (await cancelUnsent(this.ports, await this.reader.loaded(paymentId))) return;
    }
  }
}
