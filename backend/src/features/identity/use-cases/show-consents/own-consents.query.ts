import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { OwnConsentsView } from '@tknest/contracts/api';
import type { KycSubmitted } from '@tknest/contracts/events';
import { CONFIG, type Config } from '#platform/config/config.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { identityStream } from '../../identity.state.js';

/** The texts agreed to with each application, latest first, and how long an erased person's data is kept. */
export class OwnConsents extends Query<OwnConsentsView> {
  constructor(readonly wallet: string) {
    super();
  }
}

@QueryHandler(OwnConsents)
export class OwnConsentsHandler implements IQueryHandler<OwnConsents> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'retentionYears'>,
  ) {}

  async execute({ wallet }: OwnConsents): Promise<OwnConsentsView> {
    const consents: OwnConsentsView['consents'] = [];
    for await (const { type, data, at } of this.store.read(identityStream(wallet))) {
      if (type !== 'KycSubmitted') continue;
      const { applicationId, role, agreements } = data as KycSubmitted['data'];
      consents.push({ id: applicationId, role, at, versions: agreements });
    }
    return { consents: consents.reverse(), retentionYears: this.config.retentionYears };
  }
}
