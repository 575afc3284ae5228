import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PaymentView } from '@tknest/contracts/api';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { hasEnded } from '../../payment.state.js';
import { PaymentReader } from '../../payment-reader.js';

/** The current state of a payment, read from its own stream. */
export class ShowPayment extends Query<PaymentView> {
  constructor(
    readonly session: Session,
    readonly paymentId: string,
  ) {
    super();
  }
}

const ENDED_SHOWS_IN = ['properties', 'transactions', 'purchases'];
const ENDED_WAIT_MS = 1_000;

@QueryHandler(ShowPayment)
export class ShowPaymentHandler implements IQueryHandler<ShowPayment> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly reader: PaymentReader,
  ) {}

  /** @throws Refused (404) for a payment of somebody else */
  async execute({ session, paymentId }: ShowPayment): Promise<PaymentView> {
    const state = await this.reader.own(session, paymentId);
    // Waits for the read models, so that a client that learns that a payment has ended finds its tokens sold, or
    // available again, in the next call.
    if (hasEnded(state)) await this.readModels.waitFor(await this.store.head(), ENDED_SHOWS_IN, ENDED_WAIT_MS);
    return this.reader.view(state);
  }
}
