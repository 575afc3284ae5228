import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Day } from '@tknest/contracts/money';
import { uuidv5 } from '#platform/event-store/ids.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { listingFold } from '#features/listings/rules.public.js';
import { openLoan } from '../../account/loan.decider.js';
import { loanFold } from '../../account/loan.state.js';
import { collectionFold } from '../../collection/collection.decider.js';

/** Opens the loan of an ended sale, once, for the amount that the sold tokens raised. */
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
  constructor(private readonly recorder: Recorder) {}

  async execute({ propertyId, closedOn }: OpenLoan): Promise<void> {
    await this.recorder.decideAcross(
      { loan: loanFold(propertyId), listing: listingFold(propertyId), collection: collectionFold(propertyId) },
      ({ loan, listing, collection }) => ({
        loan: openLoan(listing, collection, closedOn, loan),
      }),
      { commandId: uuidv5(`loan/open/${propertyId}`) },
    );
  }
}
