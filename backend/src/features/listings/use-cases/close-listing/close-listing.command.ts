import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { handleCommandAcross } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore, type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { MayGoOn } from '#platform/ledger/accounts/account-gate.js';
import { Causation } from '#platform/sessions/causation.js';
import { collectionFold, loanFold, openLoan } from '#features/loans/rules.public.js';
import { closeListing, hasClosed, listingFold } from '../../listing.decider.js';

/**
 * Ends a sale, for its landlord or for an admin with a reason. If no purchase is in progress, the loan for the sold
 * tokens begins in the same commit; otherwise it begins when the last purchase in progress ends.
 */
export class CloseListing extends Command<Position> {
  constructor(
    readonly session: Session,
    readonly propertyId: number,
    readonly by: { owner: string } | { explanation: string },
  ) {
    super();
  }
}

@CommandHandler(CloseListing)
export class CloseListingHandler implements ICommandHandler<CloseListing> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly causation: Causation,
    private readonly mayGoOn: MayGoOn,
  ) {}

  /** @throws Refused (404 for another landlord's listing), GateShut */
  async execute({ session, propertyId, by }: CloseListing): Promise<Position> {
    await this.mayGoOn.soon();
    const context = await this.causation.contextOf({ session });
    const { position } = await handleCommandAcross(
      this.store,
      { listing: listingFold(propertyId), loan: loanFold(propertyId), collection: collectionFold(propertyId) },
      ({ listing, loan, collection }) => {
        const closed = closeListing(by, listing);
        const openedOn = context.metadata.businessDate;
        return { listing: closed, loan: hasClosed(closed) ? openLoan(listing, collection, openedOn, loan) : [] };
      },
      context,
    );
    return position;
  }
}
