import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { ToldStanding } from '#features/identity/module.public.js';
import { ContractNames } from '../../contract-names.js';
import { listingStream } from '../../listing.decider.js';
import { isNear, mayFind } from '../../may-find.js';
import { propertyNotFound } from '../../property-not-found.js';
import { Property } from '../../read-models/property/property.entity.js';

/** The rental contract: for the property's owner, the office and verified investors. */
export class ShowContract extends Query<{ fileName: string; bytes: Buffer }> {
  constructor(
    readonly session: Session,
    readonly propertyId: number,
  ) {
    super();
  }
}

@QueryHandler(ShowContract)
export class ShowContractHandler implements IQueryHandler<ShowContract> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly vault: VaultService,
    private readonly standing: ToldStanding,
    private readonly names: ContractNames,
  ) {}

  /** @throws Refused (404 if there is none, 403 for anybody who is not a verified investor) */
  async execute({ session, propertyId }: ShowContract): Promise<{ fileName: string; bytes: Buffer }> {
    const row = await this.db.getRepository(Property).findOneBy({ id: propertyId });
    const listing = await mayFind(this.store, row, session);
    if (!isNear(listing, session)) await this.standing.mustBeVerified(session.wallet, 'investor');
    const { contractId } = listing;
    const fileName = await this.names.of({ ...row!, contractId });
    if (!contractId || !fileName) throw propertyNotFound();
    const contract = { subject: listingStream(propertyId), kind: 'rental-contract' } as const;
    return { fileName, bytes: await this.vault.bytes(contractId, contract) };
  }
}
