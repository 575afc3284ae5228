import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EVENT_CATALOGUE, UPCASTERS } from '@tknest/contracts/events';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { ringOf } from '#test/support/key-ring.js';
import { CataloguedEventStore } from '#platform/event-store/catalogued-event-store.js';
import { START, type RecordedEvent } from '#platform/event-store/event-store.js';
import { PostgresEventStore } from '#platform/event-store/postgres/postgres-event-store.js';
import { context } from '#test/event-store/adapter.js';
import type { Session } from '#platform/sessions/session.js';
import type { Causation } from '#platform/sessions/causation.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { ContractNames } from './contract-names.js';
import { ContractEndsProcess } from './processes/contract-ends.process.js';
import type { Property } from './read-models/property/property.entity.js';
import { AttachContract, AttachContractHandler } from './use-cases/attach-contract/attach-contract.command.js';

const owner = { wallet: 'rOwner', role: 'landlord' } as Session;
const causation = { contextOf: async () => context() } as unknown as Causation;
let db: TestDatabase;
let store: CataloguedEventStore;
let vault: VaultService;
beforeAll(async () => {
  db = await freshDatabase();
  store = new CataloguedEventStore(new PostgresEventStore(db.pool), EVENT_CATALOGUE, UPCASTERS);
  vault = new VaultService(db.pool, ringOf(1));
});
afterAll(() => db?.drop());

const listed = {
  propertyId: 7,
  owner: owner.wallet,
  name: 'House',
  address: '1 Street',
  tokenCount: 10,
  tokenPrice: '100',
  monthlyPayoutPerToken: '1',
  tokenTermMonths: 12,
  monthlyRate: '6',
  fundingGoal: '1000',
  monthlyRent: '500',
};
async function attach(fileName: string) {
  const file = { fileName, mediaType: 'application/pdf', sha256: 'a', bytes: Buffer.from(fileName) };
  await new AttachContractHandler(vault, new Recorder(store, causation)).execute(new AttachContract(owner, 7, file));
  const { events } = await store.readAll(START);
  return events.findLast(({ type }) => type === 'ContractAttached')!.data as Record<string, string>;
}
const happen = (type: string, data: object) =>
  new ContractEndsProcess(vault, new Recorder(store, causation)).handle(
    { type, data: { propertyId: 7, ...data } } as unknown as RecordedEvent,
    { commandId: () => 'c' } as never,
  );

it('a contract’s name lies in the vault, and file and name end with the loan', async () => {
  await store.append('listing-7', 'none', [{ type: 'ListingCreated', data: listed }], context());
  const replaced = await attach('Draft of Ida Lovelace.pdf');
  const kept = await attach('Lease of Ida Lovelace.pdf');
  const { rows } = await db.pool.query('select json_agg(e)::text as log from eventstore.events e');
  expect([rows[0].log.includes('ContractAttached'), rows[0].log.includes('Lovelace')]).toEqual([true, false]);
  const row = { contractId: kept.documentId, contractNameItem: kept.nameItem } as Property;
  expect(await new ContractNames(vault).of(row)).toBe('Lease of Ida Lovelace.pdf');
  // Nobody bought under the previous contract, so it is not kept.
  await expect(vault.get(replaced.documentId!)).rejects.toThrow('does not exist');

  await happen('ListingClosed', { tokensSold: 3 });
  expect(String(await vault.get(kept.documentId!))).toBe('Lease of Ida Lovelace.pdf');
  for (let delivered = 0; delivered < 2; delivered++) await happen('LoanPaidOff', { date: '2027-01-01' });
  for (const item of [kept.documentId!, kept.nameItem!])
    await expect(vault.get(item)).rejects.toThrow('does not exist');
  const ended = (await store.readAll(START)).events.filter(({ type }) => type === 'ContractFileDestroyed');
  expect(ended).toMatchObject([{ stream: 'listing-7', data: { propertyId: 7 } }]);
  await expect(attach('later.pdf')).rejects.toMatchObject({ reason: 'conflict' });
});
