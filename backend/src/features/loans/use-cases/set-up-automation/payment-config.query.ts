import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PaymentConfigView } from '@tknest/contracts/api';
import { toNumber } from '@tknest/contracts/money';
import { LOAN } from '@tknest/contracts/rules';
import { CONFIG, type Config } from '#platform/config/config.js';
import { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { feeOn } from '../../collection/collection.decider.js';
import { LoanReader } from '../../loan-reader.js';

/** A property's settings for rent automation; the form's defaults if it is not set up. */
export class ShowPaymentConfig extends Query<PaymentConfigView> {
  constructor(readonly propertyId: number) {
    super();
  }
}

@QueryHandler(ShowPaymentConfig)
export class ShowPaymentConfigHandler implements IQueryHandler<ShowPaymentConfig> {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly loans: LoanReader,
    private readonly accounts: PlatformAccounts,
  ) {}

  /** @throws Refused (404) */
  async execute({ propertyId }: ShowPaymentConfig): Promise<PaymentConfigView> {
    const property = await this.loans.property(propertyId);
    const { loan, collection, today } = await this.loans.shown(property);
    const { automation } = collection;
    const common = {
      propertyId,
      escrowWallet: await this.accounts.address('payoutEscrow'),
      rlusdGateway: this.config.xrpl.rlusdIssuer,
      propertyOwnerWallet: property.owner,
    };
    if (!automation)
      return {
        ...common,
        monthlyRentAmount: toNumber(property.monthlyRent),
        autoPayoutEnabled: true,
        payoutDay: loan.status === 'open' ? loan.dueDay : LOAN.automation.payoutDay,
        platformFeePercentage: LOAN.automation.platformFee,
        configured: false,
        feeChange: null,
      };
    const { monthlyRentAmount, payoutDay, feeBps, feeFrom } = automation;
    return {
      ...common,
      monthlyRentAmount: toNumber(monthlyRentAmount),
      autoPayoutEnabled: true,
      payoutDay,
      platformFeePercentage: feeOn(automation, today) / 10_000,
      configured: true,
      feeChange: feeFrom > today ? { platformFeePercentage: feeBps / 10_000, from: feeFrom } : null,
    };
  }
}
