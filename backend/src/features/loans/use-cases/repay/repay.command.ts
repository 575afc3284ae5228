import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PaymentStartedAnswer } from '@tknest/contracts/api';
import { feeOf, parseRlusd } from '@tknest/contracts/money';
import { FEES_BPS, LIMITS } from '@tknest/contracts/rules';
import { EVENT_STORE, type EventStore } from '../../../../platform/event-store/event-store.js';
import { Refused } from '../../../../platform/domain/refused.js';
import type { Session } from '../../../../platform/http/access.js';
import { RateLimiter } from '../../../../platform/sessions/rate-limiter.js';
import { mustAgree } from '../../../payments/payment.public.js';
import { StartPayment } from '../../../payments/payments.public.js';
import { PlatformAccounts } from '../../../tokens/tokens.public.js';
import { holdersOf } from '../../holders.js';
import { LoanReader } from '../../loan-reader.js';

/** What the two calls that repay have in common. */
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

/** Starts a repayment of the session's own loan: two legs, the fee on top. */
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
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly loans: LoanReader,
    private readonly accounts: PlatformAccounts,
    private readonly limiter: RateLimiter,
    private readonly commands: CommandBus,
  ) {}

  /** @throws Refused */
  async execute({ session, repayment, idempotency }: Repay): Promise<PaymentStartedAnswer> {
    await this.limiter.take(LIMITS.paymentStart, session.wallet);
    const property = await this.loans.owned(session, repayment.propertyId);
    mustBeOwn(session, repayment.landlordWallet, 'landlordWallet');
    const amount = parseRlusd(repayment.amount, 2);
    mustAgree(repayment, amount, feeOf(amount, FEES_BPS.loanPayback));
    const to = await this.destinationOf(repayment);
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

  /** @throws Refused (400) naming both, where it is neither the escrow nor the only holder */
  private async destinationOf({ propertyId, investorWallet }: Repayment): Promise<'escrow' | 'holder'> {
    const escrow = await this.accounts.address('payoutEscrow');
    if (investorWallet === escrow) return 'escrow';
    const holders = [...(await holdersOf(this.store, propertyId)).keys()];
    if (holders.length === 1 && holders[0] === investorWallet) return 'holder';
    const only =
      holders.length === 1
        ? `or the only holder's wallet ${holders[0]}`
        : `(the only holder's wallet is possible where there is one: this property has ${holders.length})`;
    throw new Refused('invalid', `investorWallet must be the payout escrow ${escrow} ${only}, not ${investorWallet}`, {
      errors: { investorWallet: [`Expected ${escrow}`] },
    });
  }
}

/** @throws Refused (403) where another wallet than the session's is named */
export function mustBeOwn(session: Session, wallet: string | undefined, name: string): void {
  if (wallet !== undefined && wallet !== session.wallet)
    throw new Refused('forbidden', 'The wallet must be the one that you are signed in with', {
      errors: { [name]: ['Sign in with this wallet first'] },
    });
}
