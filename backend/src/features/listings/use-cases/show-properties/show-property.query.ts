import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PropertyView } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { loanFieldsAmong } from '#features/loans/readers.public.js';
import { ContractNames } from '../../contract-names.js';
import { mayFind } from '../../may-find.js';
import { Property } from '../../read-models/property/property.entity.js';
import { viewOf } from '../../read-models/property/property.view.js';

/** One property, as far as this caller may see it. Strangers don't find a hidden one. */
export class ShowProperty extends Query<PropertyView> {
  constructor(
    readonly propertyId: number,
    readonly session: Session | null,
  ) {
    super();
  }
}

@QueryHandler(ShowProperty)
export class ShowPropertyHandler implements IQueryHandler<ShowProperty> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly names: ContractNames,
  ) {}

  /** @throws Refused (404) */
  async execute({ propertyId, session }: ShowProperty): Promise<PropertyView> {
    const row = await this.db.getRepository(Property).findOneBy({ id: propertyId });
    await mayFind(this.store, row, session);
    const loanOf = await loanFieldsAmong([propertyId], this.db);
    return viewOf(row!, loanOf(propertyId), await this.names.of(row!));
  }
}
