import { Injectable } from '@nestjs/common';
import type { PurposeStanding } from '../../../platform/ledger/accounts/ticket-sweep.js';

type StandingOf = (purpose: string) => Promise<PurposeStanding>;

/** Who owns what tickets are assigned to says here how a purpose stands. */
@Injectable()
export class TicketPurposes {
  private readonly owners: { pattern: RegExp; standingOf: StandingOf }[] = [];

  /** @param pattern of the purposes that this owner gives to its tickets */
  register(pattern: RegExp, standingOf: StandingOf): void {
    this.owners.push({ pattern, standingOf });
  }

  async standingOf(purpose: string): Promise<PurposeStanding> {
    const owner = this.owners.find(({ pattern }) => pattern.test(purpose));
    return owner ? owner.standingOf(purpose) : { is: 'open' };
  }
}
