import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { TrustLinePayloadView } from '@tknest/contracts/api';
import { Refused } from '#platform/domain/refused.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { isOffice, type Session } from '#platform/sessions/session.js';
import { CourierService } from '#features/platform-accounts/module.public.js';
import { trustLineFold, type TrustLineState } from '../../trust-line.decider.js';

/** The state of a requested trust line. The query also advances it immediately. */
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
    private readonly courier: CourierService,
  ) {}

  /** @throws Refused (404) */
  async execute({ session, payloadUuid }: FollowTrustLine): Promise<TrustLinePayloadView> {
    const id = payloadUuid.toLowerCase();
    const { state } = await load(this.store, trustLineFold(id));
    const mine = state.request?.wallet === session.wallet || isOffice(session);
    if (!state.request || !mine) throw new Refused('not-found', 'No such trust line request');
    // Auditors don't change anything, not even with this query.
    if (session.role === 'auditor') return viewOf(state);
    // If the ledger or the wallet app is unavailable, the last known state is returned.
    await this.courier.advance('trust-line', id);
    return viewOf((await load(this.store, trustLineFold(id))).state);
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
