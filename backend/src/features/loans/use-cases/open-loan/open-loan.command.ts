import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Day } from '@tknest/contracts/money';
import { uuidv5 } from '#platform/event-store/ids.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { listingFold, listingStream } from '#features/listings/rules.public.js';
import { openLoan } from '../../account/loan.decider.js';
import { loanFold } from '../../account/loan.state.js';
import { collectionFold } from '../../collection/collection.decider.js';

/** Opens the loan of an ended sale, once, for the amount that the sold tokens raised. */
export class OpenLoan extends Command<void> {
  constructor(readonly propertyId: number) {
    super();
  }
}

@CommandHandler(OpenLoan)
export class OpenLoanHandler implements ICommandHandler<OpenLoan> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly recorder: Recorder,
  ) {}

  async execute({ propertyId }: OpenLoan): Promise<void> {
    const closedOn = await this.endOfSale(propertyId);
    if (closedOn === null) return;
    await this.recorder.decideAcross(
      { loan: loanFold(propertyId), listing: listingFold(propertyId), collection: collectionFold(propertyId) },
      ({ loan, listing, collection }) => ({
        loan: openLoan(listing, collection, closedOn, loan),
      }),
      { commandId: uuidv5(`loan/open/${propertyId}`) },
    );
  }

  /** The business day on which the sale ended, according to the log; null if it has not. */
  private async endOfSale(propertyId: number): Promise<Day | null> {
    for await (const { type, metadata } of this.store.read(listingStream(propertyId), { backwards: true }))
      if (type === 'ListingFullyFunded' || type === 'ListingClosed') return metadata.businessDate;
    return null;
  }
}
