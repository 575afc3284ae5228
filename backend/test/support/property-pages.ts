import type { DomainEvent } from '@tknest/contracts/events';
import type { Day } from '@tknest/contracts/money';
import { randomUUID } from 'node:crypto';
import type { Session } from '#platform/sessions/session.js';
import { listingStream } from '#features/listings/listing.decider.js';
import {
  LatePayment,
  PropertyHolding,
  PropertyMomentRow,
  PropertySale,
} from '#features/listings/read-models/history/history.entities.js';
import { historyProjection } from '#features/listings/read-models/history/history.projection.js';
import { Property } from '#features/listings/read-models/property/property.entity.js';
import { propertyProjection } from '#features/listings/read-models/property/property.projection.js';
import { ShowProfile, ShowProfileHandler } from '#features/listings/use-cases/show-profile/show-profile.query.js';
import { LoanRow, Sale } from '#features/loans/read-models/loans/loan.entities.js';
import { loansProjection } from '#features/loans/read-models/loans/loans.projection.js';
import {
  MarketPerson,
  MarketPosition,
  MarketProperty,
} from '#features/recommendations/read-models/market/market.entities.js';
import { marketProjection } from '#features/recommendations/readers.public.js';
import { context } from '#test/event-store/adapter.js';
import { freshDatabase } from './database.js';
import { SAMPLE_OWNER as OWNER, sampleListing } from './listed.js';
import { startInstance } from './read-models.js';

export const VERIFIED = 'rVerifiedExampleExampleExampl';
export const HOLDER = 'rHolderExampleExampleExample1';
export const SHA256 = 'ab'.repeat(32);
export const of = (wallet: string, role: Session['role']) => ({ wallet, role }) as Session;
export const NEAR = {
  'its landlord': of(OWNER, 'landlord'),
  'an admin': of('rAdmin', 'admin'),
  'an auditor': of('rAuditor', 'auditor'),
  'the case desk': of('rDesk', 'compliance'),
};

const HISTORY = [PropertyMomentRow, PropertySale, PropertyHolding, LatePayment];
const MARKET = [MarketProperty, MarketPerson, MarketPosition];

/** The read models behind properties' pages, with property 1, which has a contract. */
export async function propertyPages() {
  const db = await freshDatabase();
  const instance = await startInstance(
    db.url,
    [propertyProjection, historyProjection, loansProjection, marketProjection],
    {
      entities: [...HISTORY, ...MARKET, Property, LoanRow, Sale],
    },
  );
  const standing = {
    isVerified: async (wallet: string, role: string) => wallet === (role === 'investor' ? VERIFIED : OWNER),
  };
  const names = { of: async (row: Property) => (row.contractId ? 'lease.pdf' : null) };
  const handler = new ShowProfileHandler(instance.dataSource, instance.store, standing as never, names as never);
  async function told(businessDate: Day, ...events: DomainEvent[]): Promise<void> {
    const at = context();
    const [{ type, data }] = events as [DomainEvent];
    const isListings = /^(Listing|Contract|Tokens)/.test(type) && 'propertyId' in data;
    const stream = isListings ? listingStream(data.propertyId!) : `told-${randomUUID()}`;
    await instance.store.append(stream, 'any', events as never, {
      ...at,
      metadata: { ...at.metadata, businessDate },
    });
    await instance.models.waitFor(await instance.store.head(), instance.models.names());
  }
  const list = (propertyId: number, more: object = {}) => told('2026-11-01', sampleListing(propertyId, more));
  await list(1);
  const contract = { nameItem: randomUUID(), sha256: SHA256, bytes: 24_000, mediaType: 'a/b' };
  await told('2026-11-02', {
    type: 'ContractAttached',
    data: { propertyId: 1, documentId: randomUUID(), ...contract },
  });
  return {
    instance,
    told,
    list,
    shown: (propertyId: number, session: Session | null = null) =>
      handler.execute(new ShowProfile(propertyId, session)),
    async stop() {
      await instance.stop();
      await db.drop();
    },
  };
}

export const bought = (propertyId: number, wallet: string, tokens: number): DomainEvent[] => {
  const what = { propertyId, paymentId: randomUUID(), wallet, tokens };
  return [
    { type: 'TokensReserved', data: what },
    {
      type: 'TokensPurchased',
      data: {
        ...what,
        cost: String(tokens * 100),
        platformFee: '0',
        estimatedMonthlyReturn: '1',
        paymentHash: 'P',
        issuanceHash: 'I',
      },
    },
  ];
};
