import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { WalletStandingView } from '@tknest/contracts/api';
import { KycStanding } from '../../kyc-standing.js';
import { Persons } from '../../persons.js';

/** A wallet's verification and suspension, from the log itself. */
export class ShowStanding extends Query<WalletStandingView> {
  constructor(readonly wallet: string) {
    super();
  }
}

@QueryHandler(ShowStanding)
export class ShowStandingHandler implements IQueryHandler<ShowStanding> {
  constructor(
    private readonly standing: KycStanding,
    private readonly persons: Persons,
  ) {}

  /** @throws Refused (404) if the wallet never used the platform */
  async execute({ wallet }: ShowStanding): Promise<WalletStandingView> {
    await this.persons.mustBeKnown(wallet);
    const [investor, landlord, { suspended }] = await Promise.all([
      this.standing.of(wallet, 'investor'),
      this.standing.of(wallet, 'landlord'),
      this.standing.stateOf(wallet),
    ]);
    return { walletAddress: wallet, suspended, investor: investor.kycStatus, landlord: landlord.kycStatus };
  }
}
