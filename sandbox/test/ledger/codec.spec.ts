import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { encode, hashes, type Wallet } from 'xrpl';
import { readTransaction, UnreadableTransaction } from '../../src/ledger/codec/transaction-reader.js';
import { formatNumber, parseNumber } from '../../src/ledger/state/token-number.js';
import { type LedgerServer, startLedger } from './support/ledger-server.js';
import { payment, People, setting, trust, usd } from './support/people.js';

type Json = Record<string, any>;

describe('the ledger reads and writes', () => {
  let server: LedgerServer;
  let people: People;
  let transactions: Json[];
  let entries: Json[];

  beforeAll(async () => {
    server = await startLedger();
    people = await People.on(server);
    const [issuer, alice, bob] = (await people.fund(1000, 'issuer', 'alice', 'bob')) as [Wallet, Wallet, Wallet];
    await people.send(issuer, setting(8));
    await people.send(issuer, {
      TransactionType: 'AccountSet',
      Domain: '6578616D706C65',
      TransferRate: 1005000000,
      TickSize: 5,
    });
    await people.send(alice, trust(issuer, '1e20', { QualityIn: 900000000 }));
    await people.send(bob, {
      TransactionType: 'TrustSet',
      LimitAmount: { currency: '524C555344000000000000000000000000000000', issuer: issuer.classicAddress, value: '7' },
    });
    await people.send(alice, { TransactionType: 'TicketCreate', TicketCount: 40 });
    await people.send(bob, { TransactionType: 'DepositPreauth', Authorize: alice.classicAddress });
    await people.send(bob, { TransactionType: 'SetRegularKey', RegularKey: issuer.classicAddress });
    await people.send(bob, {
      TransactionType: 'SignerListSet',
      SignerQuorum: 2,
      SignerEntries: [issuer, alice].map((w) => ({ SignerEntry: { Account: w.classicAddress, SignerWeight: 1 } })),
    });
    await people.close();
    await people.send(
      issuer,
      payment(alice, usd(issuer, '1234567.891'), {
        InvoiceID: 'AB'.repeat(32),
        SourceTag: 1,
        DestinationTag: 0,
        Memos: [{ Memo: { MemoData: 'CD'.repeat(300), MemoType: '74' } }],
      }),
    );
    await people.send(
      alice,
      payment(bob, '25', {
        TicketSequence: (await people.root(alice.classicAddress, 'validated'))['Sequence'] - 40,
        Sequence: 0,
      }),
    );
    await people.send(bob, { TransactionType: 'OfferCreate', TakerPays: usd(issuer, '7'), TakerGets: '21' });
    await people.send(bob, { TransactionType: 'CheckCreate', Destination: alice.classicAddress, SendMax: '5' });
    await people.send(
      alice,
      payment(bob, '1', {
        SendMax: usd(issuer, '1'),
        Paths: [
          [{ account: bob.classicAddress }, { currency: 'XRP' }],
          [{ currency: 'EUR', issuer: issuer.classicAddress }, { issuer: issuer.classicAddress }],
        ],
      }),
    );
    await people.close();
    const ledgers = await Promise.all(
      [100_001, 100_002, 100_003].map((ledger_index) =>
        people.ask('ledger', { ledger_index, transactions: true, expand: true, binary: true }, 2),
      ),
    );
    transactions = ledgers.flatMap((l) => l['ledger'].transactions);
    entries = (await people.ask('ledger_data', { ledger_index: 'validated', limit: 1000 }))['state'];
  });
  afterAll(async () => {
    await people.leave();
    await server.close();
  });

  it('what it has taken in, byte for byte', () => {
    expect(transactions.length).toBeGreaterThan(13);
    for (const { tx_blob } of transactions) expect(readTransaction(tx_blob).blob).toBe(tx_blob);
    expect(new Set(entries.map((e) => e['LedgerEntryType'])).size).toBeGreaterThanOrEqual(10);
  });

  it('hashes of transactions, state and ledger are those that xrpl works out', async () => {
    const { ledger } = await people.ask('ledger', { ledger_index: 'validated', transactions: true, expand: true }, 1);
    const withMeta = ledger.transactions.map(({ metaData, DeliverMax: _d, ...tx }: Json) => {
      const { delivered_amount: _a, ...meta } = metaData;
      return { ...tx, metaData: meta };
    });
    expect(hashes.hashTxTree(withMeta)).toBe(ledger.transaction_hash);
    expect(hashes.hashStateTree(entries as never)).toBe(ledger.account_hash);
    expect(hashes.hashLedgerHeader(ledger)).toBe(ledger.ledger_hash);
  });

  it('a blob with a field twice, cut off, or with a number out of shape is refused', () => {
    const blob = transactions[0]!['tx_blob'] as string;
    expect(() => readTransaction(`${blob.slice(0, 6)}120000${blob.slice(6)}`)).toThrow('Duplicate field');
    expect(() => readTransaction(blob.slice(0, -8))).toThrow(UnreadableTransaction);
    const misshapen = `61C0000000000000010000000000000000000000005553440000000000${'11'.repeat(20)}`;
    expect(() => readTransaction(misshapen)).toThrow(UnreadableTransaction);
  });

  it('a 128-bit hash of zeros and a large amount come back as rippled spells them', () => {
    const account = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
    const common = { Account: account, Fee: '10', Sequence: 1, SigningPubKey: '' };
    const written = (fields: Json) => readTransaction(encode({ ...common, ...fields } as never)).json as Json;
    const zeros = '0'.repeat(32);
    expect(written({ TransactionType: 'AccountSet', EmailHash: zeros })['EmailHash']).toBe(zeros);
    const limit = { currency: 'USD', issuer: 'rrrrrrrrrrrrrrrrrrrrBZbvji', value: '100000000000000000000' };
    expect(written({ TransactionType: 'TrustSet', LimitAmount: limit })['LimitAmount'].value).toBe(
      '1000000000000000e5',
    );
  });

  it('large and small token amounts are spelt with an exponent', () => {
    const spelt = (text: string): string => formatNumber(parseNumber(text));
    expect(
      ['1e11', '1e15', '1e16', '99999999999', '1e-10', '1e-11', '-25e-1', '0.10', '9999999999999999e80'].map(spelt),
    ).toEqual([
      '1000000000000000e-4',
      '1000000000000000',
      '1000000000000000e1',
      '99999999999',
      '0.0000000001',
      '1000000000000000e-26',
      '-2.5',
      '0.1',
      '9999999999999999e80',
    ]);
  });
});
