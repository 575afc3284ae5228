import { Inject } from '@nestjs/common';
import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PayoutOperationView, TokenOperationView } from '@tknest/contracts/api';
import { Refused } from '#platform/domain/refused.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { outcomeAnswer, ShowPayoutOutcome } from '#features/payouts/module.public.js';
import { issuanceFold } from '../../issuance.decider.js';
import { operationOf } from './operation.view.js';

/** One operation, folded from its own stream. */
export class ShowOperation extends Query<TokenOperationView | PayoutOperationView> {
  constructor(readonly id: string) {
    super();
  }
}

@QueryHandler(ShowOperation)
export class ShowOperationHandler implements IQueryHandler<ShowOperation> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly queries: QueryBus,
  ) {}

  /** @throws Refused (404) */
  async execute({ id }: ShowOperation): Promise<TokenOperationView | PayoutOperationView> {
    if (id.startsWith('hand-')) return this.payout(id);
    const { state } = await load(this.store, issuanceFold(id.toLowerCase()));
    if (state.phase === 'none') throw new Refused('not-found', 'No such operation');
    return operationOf(state);
  }

  private async payout(id: string): Promise<PayoutOperationView> {
    const answer = outcomeAnswer(id, await this.queries.execute(new ShowPayoutOutcome(id)));
    const status = !answer.success ? 'failed' : answer.txHash ? 'completed' : 'processing';
    return { kind: 'payout', status, ...answer };
  }
}
