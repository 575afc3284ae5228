import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { handleCommand, type CommandContext } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { listingFold } from './listing.decider.js';
import { Property } from './read-models/property/property.entity.js';
import { pauseSale } from './sale-pausing.decider.js';

/**
 * Pauses the sale of everything that a landlord lists while the compliance desk has them on hold. The reasons say no
 * more than an admin's would.
 */
@Injectable()
export class HeldListings {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DataSource) private readonly db: DataSource,
  ) {}

  /** @param contextOf the command context for each listing */
  async set(owner: string, held: boolean, contextOf: (propertyId: number) => Promise<CommandContext>): Promise<void> {
    const command = {
      by: 'check' as const,
      paused: held,
      reason: held ? 'The platform is checking this listing' : 'The check is complete',
    };
    for (const { id } of await this.db.getRepository(Property).findBy({ owner }))
      await handleCommand(this.store, listingFold(id), (state) => pauseSale(command, state), await contextOf(id));
  }
}
