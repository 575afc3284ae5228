import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Refused } from '#platform/domain/refused.js';
import { ToldStanding } from '#features/identity/module.public.js';
import { loadListing, propertyNotFound, type ListingState } from '#features/listings/rules.public.js';

/** The rules about who may buy tokens of which property. */
@Injectable()
export class Marketplace {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly standing: ToldStanding,
  ) {}

  /** The property, if this session may buy its tokens. @throws Refused with the specification's messages */
  async propertyFor(session: Session, propertyId: number): Promise<ListingState> {
    const state = await loadListing(this.store, propertyId);
    if (!state.exists || state.hidden) throw propertyNotFound();
    if (session.role === 'landlord' || state.owner === session.wallet)
      throw new Refused('forbidden', 'Access Denied: Property owners cannot invest in their own properties');
    if (session.role === 'auditor')
      throw new Refused('forbidden', 'Access Denied: auditors can read but not change anything');
    await this.standing.mayBegin(session.wallet, 'investor');
    return state;
  }
}
