import type { ListingEvent } from '@tknest/contracts/events';
import type { EntityManager } from 'typeorm';
import type { Projection } from '../../../../platform/projections/projection.js';
import { Property } from './property.entity.js';

/** The marketplace: properties with what is sold and reserved. */
export const propertyProjection: Projection = {
  name: 'properties',
  version: 4,
  tables: ['properties'],
  events: [
    'ListingCreated',
    'ContractAttached',
    'ContractEnded',
    'TokensReserved',
    'ReservationReleased',
    'TokensPurchased',
    'ListingFullyFunded',
    'ListingClosing',
    'ListingClosed',
    'ListingHidden',
    'ListingShown',
  ],
  onError: 'halt',
  async apply(events, tx) {
    for (const event of events) await fold(event as unknown as ListingEvent, event.at, tx);
  },
};

const NO_CONTRACT = {
  contractId: null,
  contractNameItem: null,
  contractName: null,
  contractBytes: null,
  contractSha256: null,
};

async function fold(event: ListingEvent, at: string, tx: EntityManager): Promise<void> {
  const id = event.data.propertyId;
  switch (event.type) {
    case 'ListingCreated': {
      const { data } = event;
      await tx.insert(Property, {
        id,
        owner: data.owner,
        name: data.name,
        address: data.address,
        propertyType: data.propertyType ?? null,
        monthlyRent: data.monthlyRent,
        fundingGoal: data.fundingGoal,
        fundingPurpose: data.fundingPurpose,
        termMonths: data.tokenTermMonths,
        monthlyRate: data.monthlyRate,
        tokenPrice: data.tokenPrice,
        tokenCount: data.tokenCount,
        payoutPerToken: data.monthlyPayoutPerToken,
        redemptionClause: data.redemptionClause,
        tokensSold: 0,
        tokensReserved: 0,
        status: 'open',
        hidden: false,
        ...NO_CONTRACT,
        createdAt: at,
      });
      return;
    }
    case 'ContractAttached': {
      const { documentId: contractId, nameItem: contractNameItem, fileName, bytes: contractBytes, sha256 } = event.data;
      await tx.update(
        Property,
        { id },
        { contractId, contractNameItem, contractName: fileName, contractBytes, contractSha256: sha256 },
      );
      return;
    }
    case 'ContractEnded':
      await tx.update(Property, { id }, NO_CONTRACT);
      return;
    case 'TokensReserved':
      await tx.increment(Property, { id }, 'tokensReserved', event.data.tokens);
      return;
    case 'ReservationReleased':
      await tx.decrement(Property, { id }, 'tokensReserved', event.data.tokens);
      return;
    case 'TokensPurchased':
      await tx.query(
        'update properties set tokens_sold = tokens_sold + $2, tokens_reserved = tokens_reserved - $2 where id = $1',
        [id, event.data.tokens],
      );
      return;
    case 'ListingFullyFunded':
      await tx.update(Property, { id }, { status: 'funded' });
      return;
    case 'ListingClosing':
      await tx.update(Property, { id }, { status: 'closing' });
      return;
    case 'ListingClosed':
      await tx.update(Property, { id }, { status: 'closed' });
      return;
    case 'ListingHidden':
    case 'ListingShown':
      await tx.update(Property, { id }, { hidden: event.type === 'ListingHidden' });
  }
}
