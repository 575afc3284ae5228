import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { acceptExtra, acceptLatePrincipal } from '../../collecting/endings.js';
import { type PaymentPorts, PAYMENT_PORTS } from '../../collecting/ports.js';
import { hasEnded } from '../../payment.state.js';
import { PaymentReader } from '../../payment-reader.js';
import { PacedPayments } from '../../paced-payments.js';

/**
 * Records money that reconciliation found on a validated ledger and that its payment does not know. For a late
 * principal, tokens are issued if any are left; otherwise the landlord is asked to refund it. An extra principal or fee
 * is owed back. A case is opened. Idempotent.
 */
export class AcceptFromLedger extends Command<void> {
  constructor(
    readonly what: 'late-principal' | 'extra-principal' | 'extra-fee',
    readonly paymentId: string,
    readonly hash: string,
    readonly ledgerIndex: number,
  ) {
    super();
  }
}

@CommandHandler(AcceptFromLedger)
export class AcceptFromLedgerHandler implements ICommandHandler<AcceptFromLedger> {
  constructor(
    @Inject(PAYMENT_PORTS) private readonly ports: PaymentPorts,
    private readonly reader: PaymentReader,
    private readonly pacer: PacedPayments,
  ) {}

  async execute(command: AcceptFromLedger): Promise<void> {
    while (!(await this.tryOnce(command)));
    await this.pacer.advance(command.paymentId);
  }

  /** @returns false if the payment has changed in the meantime */
  private async tryOnce({ what, paymentId, hash, ledgerIndex }: AcceptFromLedger): Promise<boolean> {
    const loaded = await this.reader.loaded(paymentId);
    const { state } = loaded;
    if (what !== 'late-principal')
      return acceptExtra(this.ports, loaded, what === 'extra-fee' ? 'fee' : 'principal', { hash, ledgerIndex });
    if (!hasEnded(state) || state.phase === 'completed' || state.latePrincipal) return true;
    return acceptLatePrincipal(this.ports, loaded, { hash, ledgerIndex });
  }
}
