import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { hashes, type Wallet } from 'xrpl';
import { type LedgerServer, startLedger } from './support/ledger-server.js';
import { People } from './support/people.js';

/** Where no recording shows it: the answers are those of rippled's source (`LedgerHeader.cpp`, `NetworkOPs.cpp`). */
let server: LedgerServer;
let people: People;
let alice: Wallet;
let issuer: Wallet;
beforeAll(async () => {
  server = await startLedger();
  people = await People.on(server);
  [alice, issuer] = (await people.fund(1_000, 'alice', 'issuer')) as [Wallet, Wallet];
});
afterAll(async () => {
  await people?.leave();
  await server?.close();
});

const v1 = () => ({ ledger_index: 'validated' });

it('ledger_header tells the bytes that the hash stands for, in version 1 alone', async () => {
  await people.close();
  const answer = await people.ask('ledger_header', v1());
  expect(answer).toMatchObject({ validated: true, ledger: { closed: true, ledger_hash: answer['ledger_hash'] } });
  expect(answer['ledger_data']).toMatch(/^[0-9A-F]{236}$/);
  expect(Number.parseInt(answer['ledger_data'].slice(0, 8), 16)).toBe(answer['ledger_index']);
  expect(hashes.hashLedgerHeader({ ...answer['ledger'], close_flags: 0 })).toBe(answer['ledger_hash']);
  expect(await people.ask('ledger_header', v1(), 2)).toMatchObject({ error: 'unknownCmd' });
});

it('under a global freeze of either side the issuer alone is funded, at each of its offers', async () => {
  const usd = (value: string) => ({ currency: 'USD', issuer: issuer.classicAddress, value });
  const book = (pays: object, gets: object) =>
    people.ask('book_offers', { taker_pays: pays, taker_gets: gets, ledger_index: 'current' });
  const USD = { currency: 'USD', issuer: issuer.classicAddress };
  await people.submit(alice, { TransactionType: 'TrustSet', LimitAmount: usd('1000') });
  await people.close();
  await people.submit(issuer, { TransactionType: 'Payment', Destination: alice.classicAddress, Amount: usd('100') });
  await people.close();
  for (const drops of ['1000000', '2000000'])
    await people.submit(issuer, { TransactionType: 'OfferCreate', TakerPays: drops, TakerGets: usd('5') });
  await people.submit(alice, { TransactionType: 'OfferCreate', TakerPays: '9000000', TakerGets: usd('5') });
  await people.submit(alice, { TransactionType: 'OfferCreate', TakerPays: usd('50'), TakerGets: '3000000' });
  await people.close();
  await people.submit(issuer, { TransactionType: 'AccountSet', SetFlag: 7 });
  await people.close();
  const sold = (await book({ currency: 'XRP' }, USD))['offers'];
  expect(sold.map(({ Account, owner_funds }: any) => [Account, owner_funds])).toEqual([
    [issuer.classicAddress, '5'],
    [issuer.classicAddress, '5'],
    [alice.classicAddress, '0'],
  ]);
  const bought = (await book(USD, { currency: 'XRP' }))['offers'];
  expect(bought.map(({ owner_funds, taker_gets_funded }: any) => [owner_funds, taker_gets_funded])).toEqual([
    ['0', '0'],
  ]);
});
