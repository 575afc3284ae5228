import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { Refused } from '#platform/domain/refused.js';
import { identityStream } from './identity.state.js';

/** Everybody who has ever used the platform. */
@Injectable()
export class Persons {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  /** @throws Refused (404) if the wallet neither signed in nor applied */
  async mustBeKnown(wallet: string): Promise<void> {
    for (const stream of [`wallet-${wallet}`, identityStream(wallet)])
      for await (const _ of this.store.read(stream, { limit: 1 })) return;
    throw new Refused('not-found', 'No such user');
  }
}
