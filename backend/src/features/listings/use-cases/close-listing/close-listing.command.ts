import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Session } from '#platform/sessions/session.js';
import { MayGoOn } from '#platform/ledger/accounts/account-gate.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { collectionFold, loanFold, openLoan } from '#features/loans/rules.public.js';
import { closeListing, hasClosed, listingFold } from '../../listing.decider.js';
import { EndPurchases, type PurchasesEnded } from './end-purchases.command.js';

/**
 * Ends a sale, for its landlord or for an admin with a reason. If no purchase is in progress, the loan for the sold
 * tokens begins in the same commit; otherwise it begins when the last purchase in progress ends.
 */
export class CloseListing extends Command<PurchasesEnded> {
  constructor(
    readonly session: Session,
    readonly propertyId: number,
    readonly by: { owner: string } | { explanation: string },
  ) {
    super();
  }
}

/** How long the call waits for a worker, in milliseconds: longer than that waits for open purchases to end. */
const ASKING = { withinMs: 15_000, lease: 'process:payment' };
type Asked = Pick<CloseListing, 'session' | 'propertyId' | 'by'>;

@CommandHandler(CloseListing)
export class CloseListingHandler implements ICommandHandler<CloseListing> {
  constructor(
    private readonly recorder: Recorder,
    private readonly mayGoOn: MayGoOn,
    private readonly commands: CommandBus,
    private readonly requests: WorkerRequests,
  ) {
    requests.carryOut('close-listing', (asked: Asked) => this.close(asked));
  }

  /** @throws Refused (404 for another landlord's listing), GateShut, WorkerAway */
  async execute({ session, propertyId, by }: CloseListing): Promise<PurchasesEnded> {
    await this.mayGoOn.soon();
    return this.requests.ask('close-listing', { session, propertyId, by }, ASKING);
  }

  private async close({ session, propertyId, by }: Asked): Promise<PurchasesEnded> {
    await this.recorder.decideAcross(
      { listing: listingFold(propertyId), loan: loanFold(propertyId), collection: collectionFold(propertyId) },
      ({ listing, loan, collection }, { businessDate: openedOn }) => {
        const closed = closeListing(by, listing);
        return { listing: closed, loan: hasClosed(closed) ? openLoan(listing, collection, openedOn, loan) : [] };
      },
      { session },
    );
    return this.commands.execute(new EndPurchases(propertyId));
  }
}
