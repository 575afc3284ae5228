import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { DepositRequest, PaymentStartedAnswer } from '@tknest/contracts/api';
import { parseRlusd } from '@tknest/contracts/money';
import { ToldStanding } from '#features/identity/module.public.js';
import { StartPayment } from '#features/payments/module.public.js';
import { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { KeyedCommand } from '#platform/sessions/of-session.js';
import { LoanReader } from '../../loan-reader.js';

/** The landlord pays in advance: the money waits in the payout escrow for due installments. No fee. */
export class Deposit extends KeyedCommand<DepositRequest, PaymentStartedAnswer> {}

@CommandHandler(Deposit)
export class DepositHandler implements ICommandHandler<Deposit> {
  constructor(
    private readonly loans: LoanReader,
    private readonly accounts: PlatformAccounts,
    private readonly standing: ToldStanding,
    private readonly commands: CommandBus,
  ) {}

  /** @throws Refused */
  async execute({ session, request, key }: Deposit): Promise<PaymentStartedAnswer> {
    const property = await this.loans.owned(session, request.propertyId);
    await this.standing.mustNotBeHeld(session.wallet);
    return this.commands.execute(
      new StartPayment(
        session,
        {
          kind: 'deposit',
          payee: await this.accounts.address('payoutEscrow'),
          amount: parseRlusd(request.amount, 2),
          feeBps: 0n,
          property: { id: property.propertyId, name: property.name },
          tokens: null,
          memo: null,
          refund: null,
        },
        { key, input: { call: 'deposit', ...request } },
      ),
    );
  }
}
