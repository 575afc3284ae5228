import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { KycRecord } from '@tknest/contracts/api';
import { Refused } from '#platform/domain/refused.js';
import { isOffice, type Session } from '#platform/sessions/session.js';
import { KycStanding } from '../../kyc-standing.js';
import { ToldStanding } from '../../told-standing.js';

/** The state of a verification: the caller's own, or anybody's for the office. */
export class ShowStatus extends Query<KycRecord> {
  constructor(
    readonly session: Session,
    readonly wallet: string,
  ) {
    super();
  }
}

@QueryHandler(ShowStatus)
export class ShowStatusHandler implements IQueryHandler<ShowStatus> {
  constructor(
    private readonly standing: KycStanding,
    private readonly told: ToldStanding,
  ) {}

  /** @throws Refused (404) for another person's */
  async execute({ session, wallet }: ShowStatus): Promise<KycRecord> {
    if (wallet !== session.wallet && !isOffice(session)) throw new Refused('not-found', 'No such person');
    const chosen = session.role === 'landlord' ? 'landlord' : 'investor';
    if (wallet === session.wallet) return this.told.of(wallet, chosen);
    const record = await this.standing.of(wallet, chosen);
    if (record.kycStatus !== 'not_started') return record;
    return this.standing.of(wallet, chosen === 'landlord' ? 'investor' : 'landlord');
  }
}
