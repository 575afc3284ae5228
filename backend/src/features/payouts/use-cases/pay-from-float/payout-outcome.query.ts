import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { batchStream } from '../../runs/batch.state.js';
import { noSuchRun } from '../../runs/run.control.js';

export type PayoutOutcome =
  | { state: 'under-way' }
  | { state: 'paid'; hash: string; ledgerIndex: number }
  /** Nothing was paid: the money is back at its source. */
  | { state: 'returned'; reason: string };

/** The outcome of a payout to one wallet, from the log itself: a manual payout, a withdrawal, or returned money. */
export class ShowPayoutOutcome extends Query<PayoutOutcome> {
  constructor(readonly payoutId: string) {
    super();
  }
}

@QueryHandler(ShowPayoutOutcome)
export class ShowPayoutOutcomeHandler implements IQueryHandler<ShowPayoutOutcome> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  /** @throws Refused if there is no such payout */
  async execute({ payoutId }: ShowPayoutOutcome): Promise<PayoutOutcome> {
    let outcome: PayoutOutcome | null = null;
    for await (const { type, data } of this.store.read(batchStream(payoutId, '0'))) {
      outcome ??= { state: 'under-way' };
      // A line that was held before is paid from the unclaimed money.
      if (type === 'PayoutSettled' || type === 'UnclaimedPaid')
        outcome = { state: 'paid', hash: data.hash, ledgerIndex: data.ledgerIndex };
      if (type === 'PayoutLineReturned') outcome = { state: 'returned', reason: data.reason };
    }
    if (!outcome) throw noSuchRun();
    return outcome;
  }
}
