import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { MayGoOn } from '#platform/ledger/accounts/account-gate.js';
import { Recorder } from '#platform/sessions/recorder.js';
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
    private readonly recorder: Recorder,
    private readonly mayGoOn: MayGoOn,
  ) {}

  /** @throws Refused (404 for another landlord's listing), GateShut */
  async execute({ session, propertyId, by }: CloseListing): Promise<Position> {
    await this.mayGoOn.soon();
    const { position } = await this.recorder.decideAcross(
      { listing: listingFold(propertyId), loan: loanFold(propertyId), collection: collectionFold(propertyId) },
      ({ listing, loan, collection }, { businessDate: openedOn }) => {
        const closed = closeListing(by, listing);
        return { listing: closed, loan: hasClosed(closed) ? openLoan(listing, collection, openedOn, loan) : [] };
      },
      { session },
    );
    return position;
  }
}
