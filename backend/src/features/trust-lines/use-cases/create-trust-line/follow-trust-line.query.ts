import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { TrustLinePayloadView } from '@tknest/contracts/api';
import { Refused } from '../../../../platform/domain/refused.js';
import { TryAgainLater } from '../../../../platform/domain/try-again-later.js';
import { EVENT_STORE, type EventStore } from '../../../../platform/event-store/event-store.js';
import { load } from '../../../../platform/event-store/folding.js';
import { isOffice, type Session } from '../../../../platform/http/access.js';
import { trustLineFold, type TrustLineState } from '../../trust-line.decider.js';
import { TrustLineEngine } from '../../trust-line.engine.js';

/** How a trust line that was asked for stands. Asking is also what moves it on at once. */
export class FollowTrustLine extends Query<TrustLinePayloadView> {
  constructor(
    readonly session: Session,
    readonly payloadUuid: string,
  ) {
    super();
  }
}

@QueryHandler(FollowTrustLine)
export class FollowTrustLineHandler implements IQueryHandler<FollowTrustLine> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly engine: TrustLineEngine,
  ) {}

  /** @throws Refused (404) */
  async execute({ session, payloadUuid }: FollowTrustLine): Promise<TrustLinePayloadView> {
    const { state } = await load(this.store, trustLineFold(payloadUuid.toLowerCase()));
    const mine = state.request?.wallet === session.wallet || isOffice(session);
    if (!state.request || !mine) throw new Refused('not-found', 'No such trust line request');
    // An auditor changes nothing, not even by asking.
    if (session.role === 'auditor') return viewOf(state);
    try {
      return viewOf(await this.engine.advance(payloadUuid.toLowerCase()));
    } catch (error) {
      // Ledger or wallet app are away: how it stood before is what is known.
      if (error instanceof TryAgainLater) return viewOf(state);
      throw error;
    }
  }
}

const STATUS = {
  none: 'pending',
  requested: 'pending',
  submitted: 'submitted',
  set: 'validated',
  ended: 'failed',
} as const;

const viewOf = ({ phase, ending }: TrustLineState): TrustLinePayloadView => ({
  signed: phase === 'set',
  error: ending?.message ?? null,
  status: STATUS[phase],
});
