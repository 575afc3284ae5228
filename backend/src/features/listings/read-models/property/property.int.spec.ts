import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { createDataSource } from '#platform/database/data-source.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { PAGE_EVENTS } from '#platform/projections/log-scan.js';
import type { Projection } from '#platform/projections/projection.js';
import { createListing } from '../../create-listing.decider.js';
import { unlisted } from '../../rules.public.js';
import { Property } from './property.entity.js';
import { propertyProjection } from './property.projection.js';

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await freshDatabase();
  db = await createDataSource(database.url, [Property]).initialize();
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

const listed = (propertyId: number) =>
  createListing(
    {
      propertyId,
      owner: 'rOwner',
      name: 'Sample Court',
      address: '12 Example Street, Springfield, IL 62701',
      monthlyRent: 2500,
      fundingGoal: 10_000,
      fundingPurpose: 'Roof',
      tokenTermMonths: 60,
      monthlyRate: 6.5,
      tokenPrice: 100,
      tokenCount: 100,
      redemptionClause: 'None',
    },
    unlisted,
  ).map((event) => ({ ...event, at: '2026-11-22T08:00:00Z' }) as unknown as RecordedEvent);

it('a rebuild page of new properties is written, whatever number of values that is', async () => {
  const events = Array.from({ length: PAGE_EVENTS }, (_, index) => listed(index + 1)).flat();
  const projection: Projection = propertyProjection;
  await db.transaction((tx) => projection.apply(events, tx));
  expect(await db.getRepository(Property).count()).toBe(PAGE_EVENTS);
  expect(await db.getRepository(Property).findOneBy({ id: PAGE_EVENTS })).toMatchObject({
    name: 'Sample Court',
    monthlyRent: '2500',
    status: 'open',
    hidden: false,
    propertyType: null,
    contractId: null,
  });
});
