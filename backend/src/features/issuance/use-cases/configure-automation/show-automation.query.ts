import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AutoTokenConfigView } from '@tknest/contracts/api';
import { toNumber } from '@tknest/contracts/money';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { autoIssuanceFold } from '../../auto-issuance.decider.js';

/** The configuration of automatic issuance; the defaults if it was never configured. */
export class ShowAutomation extends Query<AutoTokenConfigView> {}

@QueryHandler(ShowAutomation)
export class ShowAutomationHandler implements IQueryHandler<ShowAutomation> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  async execute(): Promise<AutoTokenConfigView> {
    const { state } = await load(this.store, autoIssuanceFold);
    return {
      enabled: state.enabled,
      defaultTokenAmount: state.defaultTokenAmount,
      // The issuer's key is in the vault from the first start on.
      issuerSeed: 'configured',
      requiresBothPartiesKyc: state.requiresBothPartiesKyc,
      minimumInvestmentThreshold: toNumber(state.minimumInvestmentThreshold),
    };
  }
}
