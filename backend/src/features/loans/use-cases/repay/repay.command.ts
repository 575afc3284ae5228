import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PaymentStartedAnswer } from '@tknest/contracts/api';
import { feeOf, parseRlusd } from '@tknest/contracts/money';
import { FEES_BPS } from '@tknest/contracts/rules';
import type { Session } from '#platform/sessions/session.js';
import { mustAgree } from '#features/payments/rules.public.js';
import { StartPayment } from '#features/payments/module.public.js';
import { LoanReader } from '../../loan-reader.js';
import { mustBeOwn, Payees } from '../../payees.js';

/** The fields that both repayment calls have in common. */
export interface Repayment {
  propertyId: number;
  amount: number;
  landlordWallet?: string;
  investorWallet: string;
  platformFee?: number;
  totalAmount?: number;
  earlyPrincipal?: 'term' | 'instalment';
  asEarlyPrincipal?: boolean;
}

/** Starts a repayment of the session's own loan, with two legs: the repayment, and the fee on top. */
export class Repay extends Command<PaymentStartedAnswer> {
  constructor(
    readonly session: Session,
    readonly repayment: Repayment,
    readonly idempotency: { key: string | undefined; input: unknown },
  ) {
    super();
  }
}

@CommandHandler(Repay)
export class RepayHandler implements ICommandHandler<Repay> {
  constructor(
    private readonly loans: LoanReader,
    private readonly payees: Payees,
    private readonly commands: CommandBus,
  ) {}

  /** @throws Refused */
  async execute({ session, repayment, idempotency }: Repay): Promise<PaymentStartedAnswer> {
    const property = await this.loans.owned(session, repayment.propertyId);
    mustBeOwn(session, repayment.landlordWallet, 'landlordWallet');
    const amount = parseRlusd(repayment.amount, 2);
    mustAgree(repayment, amount, feeOf(amount, FEES_BPS.loanPayback));
    const to = await this.payees.destinationOf(property.propertyId, repayment.investorWallet);
    return this.commands.execute(
      new StartPayment(
        session,
        {
          kind: 'principal_payback',
          payee: repayment.investorWallet,
          amount,
          feeBps: FEES_BPS.loanPayback,
          property: { id: property.propertyId, name: property.name },
          tokens: null,
          memo: null,
          refund: null,
          repayment: {
            to,
            earlyPrincipal: repayment.earlyPrincipal ?? 'term',
            allEarly: repayment.asEarlyPrincipal ?? false,
          },
        },
        idempotency,
      ),
    );
  }
}
