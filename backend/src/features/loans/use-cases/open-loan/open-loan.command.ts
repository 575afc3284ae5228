import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Day } from '@tknest/contracts/money';
import { handleCommandAcross } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import { Causation } from '#platform/sessions/causation.js';
import { listingFold } from '#features/listings/rules.public.js';
import { openLoan } from '../../account/loan.decider.js';
import { loanFold } from '../../account/loan.state.js';
import { collectionFold } from '../../collection/collection.decider.js';

/** Opens the loan of a sale that has ended, once: what was sold is owed. */
export class OpenLoan extends Command<void> {
  /** @param closedOn the business day on which the sale ended */
  constructor(
    readonly propertyId: number,
    readonly closedOn: Day,
  ) {
    super();
  }
}

@CommandHandler(OpenLoan)
export class OpenLoanHandler implements ICommandHandler<OpenLoan> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly causation: Causation,
  ) {}

  async execute({ propertyId, closedOn }: OpenLoan): Promise<void> {
    await handleCommandAcross(
      this.store,
      { loan: loanFold(propertyId), listing: listingFold(propertyId), collection: collectionFold(propertyId) },
      ({ loan, listing, collection }) => ({
        loan: openLoan(listing, collection, closedOn, loan),
      }),
      await this.causation.contextOf({ commandId: uuidv5(`loan/open/${propertyId}`) }),
    );
  }
}
