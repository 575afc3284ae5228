import { Inject, Injectable } from '@nestjs/common';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import type { Session } from '#platform/sessions/session.js';
import { listingFold, propertyNotFound, type ListingState } from '#features/listings/rules.public.js';
import { depositOf, escrowFold } from '#features/payouts/rules.public.js';
import { loanFold } from './account/loan.state.js';
import { collectionFold } from './collection/collection.decider.js';
import type { Shown } from './use-cases/show-loan/loan-view.js';

const SEES_ALL = new Set(['admin', 'auditor']);

/** Loans from their own streams, with checks of who may see them. */
@Injectable()
export class LoanReader {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly calendar: BusinessCalendar,
  ) {}

  async shown(property: ListingState): Promise<Shown> {
    const { propertyId } = property;
    const [loan, collection, escrow, today] = await Promise.all([
      load(this.store, loanFold(propertyId)),
      load(this.store, collectionFold(propertyId)),
      load(this.store, escrowFold),
      this.calendar.today(),
    ]);
    return {
      property,
      loan: loan.state,
      collection: collection.state,
      deposit: depositOf(escrow.state, propertyId),
      today,
    };
  }

  /** @throws Refused (404) for anybody but the landlord, admins and auditors */
  async seenBy(session: Session, propertyId: number): Promise<Shown> {
    const property = await this.property(propertyId);
    if (property.owner !== session.wallet && !SEES_ALL.has(session.role)) throw propertyNotFound();
    return this.shown(property);
  }

  /** The property, if it belongs to the session's wallet. @throws Refused (404) */
  async owned(session: Session, propertyId: number): Promise<ListingState> {
    const property = await this.property(propertyId);
    if (property.owner !== session.wallet) throw propertyNotFound();
    return property;
  }

  /** @throws Refused (404) */
  async property(propertyId: number): Promise<ListingState> {
    const { state } = await load(this.store, listingFold(propertyId));
    if (!state.exists) throw propertyNotFound();
    return state;
  }
}
