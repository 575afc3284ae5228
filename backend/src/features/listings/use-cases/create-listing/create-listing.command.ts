import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CreateListingRequest } from '@tknest/contracts/api';
import {
  EVENT_STORE,
  WrongExpectedRevision,
  type EventStore,
  type Position,
} from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Causation } from '#platform/sessions/causation.js';
import { PersonWallets, ToldStanding } from '#features/identity/module.public.js';
import { mustOweNothing } from '#features/payments/rules.public.js';
import { createListing } from '../../create-listing.decider.js';
import { listingStream, unlisted } from '../../listing.decider.js';
import { DataSource } from 'typeorm';
import { Property } from '../../read-models/property/property.entity.js';

/** Hands out property ids 1, 2, 3 …: a guess from the read model that the stream's own creation confirms. */
@Injectable()
export class PropertyIds {
  private last = 0;

  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  async next(): Promise<number> {
    const highest = (await this.db.getRepository(Property).maximum('id')) ?? 0;
    this.last = Math.max(this.last, highest) + 1;
    return this.last;
  }
}

export interface ListingCreatedAt {
  propertyId: number;
  position: Position;
}

/** Lists a property for a verified landlord. */
export class CreateListing extends Command<ListingCreatedAt> {
  constructor(
    readonly session: Session,
    readonly listing: CreateListingRequest,
    readonly idempotencyKey: string | undefined,
  ) {
    super();
  }
}

/** How many ids are tried while others list at the same time. */
const TRIES_MAX = 50;

@CommandHandler(CreateListing)
export class CreateListingHandler implements ICommandHandler<CreateListing> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly standing: ToldStanding,
    private readonly causation: Causation,
    private readonly ids: PropertyIds,
    private readonly persons: PersonWallets,
  ) {}

  /** @throws Refused with the specification's messages; CommandReused */
  async execute({ session, listing, idempotencyKey }: CreateListing): Promise<ListingCreatedAt> {
    await this.standing.mayBegin(session.wallet, 'landlord');
    const context = await this.causation.contextOf({ session, idempotencyKey, input: listing });
    const before = await this.store.findCommand(context.metadata.commandId, context.inputHash);
    if (before) return { propertyId: (before.result as { propertyId: number }).propertyId, position: before.position };
    await mustOweNothing(this.store, await this.persons.allOf(session.wallet));
    // Decided once with a temporary id first, so that a refusal does not use up an id.
    const decide = (propertyId: number) => createListing({ ...listing, propertyId, owner: session.wallet }, unlisted);
    decide(1);
    for (let tried = 0; ; tried++) {
      const propertyId = await this.ids.next();
      try {
        // A listing's stream reserves its id: of two listings with the same id, one finds the stream taken.
        const { position } = await this.store.append(listingStream(propertyId), 'none', decide(propertyId), {
          ...context,
          result: { propertyId },
        });
        return { propertyId, position };
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision) || tried >= TRIES_MAX) throw error;
      }
    }
  }
}
