import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { TokenOperationView } from '@tknest/contracts/api';
import { Refused } from '../../../../platform/domain/refused.js';
import { EVENT_STORE, type EventStore } from '../../../../platform/event-store/event-store.js';
import { load } from '../../../../platform/event-store/folding.js';
import { issuanceFold } from '../../issuance.decider.js';
import { operationOf } from './operation.view.js';

/** One operation, as its own stream tells it. */
export class ShowOperation extends Query<TokenOperationView> {
  constructor(readonly id: string) {
    super();
  }
}

@QueryHandler(ShowOperation)
export class ShowOperationHandler implements IQueryHandler<ShowOperation> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  /** @throws Refused (404) */
  async execute({ id }: ShowOperation): Promise<TokenOperationView> {
    const { state } = await load(this.store, issuanceFold(id.toLowerCase()));
    if (state.phase === 'none') throw new Refused('not-found', 'No such operation');
    return operationOf(state);
  }
}
