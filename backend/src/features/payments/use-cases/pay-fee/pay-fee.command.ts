import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PaymentStartedAnswer } from '@tknest/contracts/api';
import type { Session } from '#platform/sessions/session.js';
import { PersonWallets } from '#features/identity/module.public.js';
import { noSuchPayment } from '../../collecting/commit.js';
import { type PaymentPorts, PAYMENT_PORTS } from '../../collecting/ports.js';
import { PaymentReader } from '../../payment-reader.js';
import { StartPayment } from '../start-payment/start-payment.command.js';

/** A person pays the owed fee of a completed payment, from any of their wallets: one leg, without a fee. */
export class PayFee extends Command<PaymentStartedAnswer> {
  constructor(
    readonly session: Session,
    readonly paymentId: string,
    readonly idempotencyKey: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(PayFee)
export class PayFeeHandler implements ICommandHandler<PayFee> {
  constructor(
    @Inject(PAYMENT_PORTS) private readonly ports: PaymentPorts,
    private readonly commands: CommandBus,
    private readonly reader: PaymentReader,
    private readonly persons: PersonWallets,
  ) {}

  /** @throws Refused (404) for a payment of somebody else; (409) if no fee is owed; LedgerUnavailable */
  async execute({ session, paymentId, idempotencyKey: key }: PayFee): Promise<PaymentStartedAnswer> {
    const { payer, platformFee, propertyId, propertyName } = await this.reader.state(paymentId);
    if (!(await this.persons.allOf(session.wallet)).includes(payer)) throw noSuchPayment();
    const order = {
      kind: 'fee' as const,
      payee: await this.ports.accounts.address('feeWallet'),
      amount: platformFee,
      feeBps: 0n,
      tokens: null,
      memo: null,
      property: propertyId === null ? null : { id: propertyId, name: propertyName ?? '' },
      refund: null,
      feeOf: paymentId,
    };
    return this.commands.execute(new StartPayment(session, order, { key, input: { call: 'pay-fee', paymentId } }));
  }
}
