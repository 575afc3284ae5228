import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { handleCommand, type CommandContext } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { holdListing } from './listing-hiding.decider.js';
import { listingFold } from './listing.decider.js';
import { Property } from './read-models/property/property.entity.js';

/** Hides everything that a landlord lists while the compliance desk has them on hold, and shows it again. */
@Injectable()
export class HeldListings {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DataSource) private readonly db: DataSource,
  ) {}

  /** @param contextOf the command context for each listing */
  async set(owner: string, held: boolean, contextOf: (propertyId: number) => Promise<CommandContext>): Promise<void> {
    for (const { id } of await this.db.getRepository(Property).findBy({ owner }))
      await handleCommand(this.store, listingFold(id), (state) => holdListing(held, state), await contextOf(id));
  }
}
