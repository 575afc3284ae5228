import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Wallet } from 'xrpl';
import { DamagedJournal } from '../../src/ledger/disk/recovery.js';
import { type LedgerServer, startLedger } from './support/ledger-server.js';
import { payment, People, setting, trust, usd } from './support/people.js';

describe('a ledger on disk', () => {
  let dataDir: string;
  let server: LedgerServer | undefined;
  let people: People;
  const file = (): string => path.join(dataDir, 'ledgers.jsonl');

  const start = async (): Promise<void> => {
    server = await startLedger({ dataDir });
    people = await People.on(server);
  };
  const stop = async (): Promise<void> => {
    if (!server) return;
    await people.leave();
    await server.close();
    server = undefined;
  };
  beforeEach(async () => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-'));
    await start();
  });
  afterEach(async () => {
    await stop();
    fs.rmSync(dataDir, { recursive: true });
  });

  it('state, transactions and history are there again after a restart, and the ledger goes on', async () => {
    const [issuer, alice] = (await people.fund(100, 'issuer', 'alice')) as [Wallet, Wallet];
    await people.send(issuer, setting(8));
    await people.send(alice, trust(issuer, '1000'));
    await people.send(alice, { TransactionType: 'TicketCreate', TicketCount: 3 });
    await people.send(alice, { TransactionType: 'OfferCreate', TakerPays: usd(issuer, '1'), TakerGets: '2000000' });
    await people.send(alice, { TransactionType: 'CheckCreate', Destination: issuer.classicAddress, SendMax: '5' });
    await people.close();
    const paid = await people.submit(issuer, payment(alice, usd(issuer, '12.5')));
    await people.close();
    const question = async () => ({
      ledger: await people.ask('ledger', { ledger_index: 'validated', transactions: true, expand: true }),
      data: await people.ask('ledger_data', { ledger_index: 'validated' }),
      tx: await people.ask('tx', { transaction: paid['tx_json'].hash }, 2),
      history: await people.ask('account_tx', { account: alice.classicAddress }),
      earlier: await people.line(alice.classicAddress, 100_002),
      book: await people.ask('book_offers', {
        taker_pays: { currency: 'USD', issuer: issuer.classicAddress },
        taker_gets: { currency: 'XRP' },
        ledger_index: 'validated',
      }),
      range: (await people.ask('server_info'))['info'].complete_ledgers,
    });
    const before = await question();
    await stop();
    await start();
    expect(await question()).toEqual(before);
    expect(before.book['offers']).toHaveLength(1);
    expect(await people.send(alice, payment(issuer, usd(issuer, '2.5')))).toBe('tesSUCCESS');
    await people.close();
    expect((await people.line(alice.classicAddress, 'validated'))['balance']).toBe('10');
  });

  it('only the open ledger is lost', async () => {
    const [alice, bob] = (await people.fund(100, 'alice', 'bob')) as [Wallet, Wallet];
    const lost = await people.submit(alice, payment(bob, '5'));
    await stop();
    await start();
    expect(await people.ask('tx', { transaction: lost['tx_json'].hash })).toMatchObject({ error: 'txnNotFound' });
    expect(await people.root(alice.classicAddress)).toMatchObject({ Balance: '100000000' });
  });

  it('a closed ledger is on disk before anybody hears of it', async () => {
    await people.ask('subscribe', { streams: ['ledger'] });
    const onDisk = new Promise<string>((resolve) =>
      people.client.on('ledgerClosed', () => resolve(fs.readFileSync(file(), 'utf8'))),
    );
    await people.fund(100, 'alice');
    expect(JSON.parse((await onDisk).trimEnd().split('\n').at(-1)!.slice(17)).header.index).toBe(100_001);
  });

  it('a last record that was cut off is dropped, wherever it was cut', async () => {
    await people.fund(100, 'alice');
    await people.fund(100, 'bob');
    await stop();
    const whole = fs.readFileSync(file());
    const lastStart = whole.lastIndexOf('\n', whole.length - 2) + 1;
    for (const cut of [lastStart + 1, lastStart + 20, Math.floor((lastStart + whole.length) / 2), whole.length - 1]) {
      fs.writeFileSync(file(), whole.subarray(0, cut));
      await start();
      expect((await people.ask('ledger_closed'))['ledger_index']).toBe(100_001);
      await people.close();
      await stop();
      await start();
      expect((await people.ask('ledger_closed'))['ledger_index']).toBe(100_002);
      await stop();
    }
  });

  it('damage before the last record stops the start', async () => {
    await people.fund(100, 'alice');
    await people.fund(100, 'bob');
    await stop();
    const bytes = fs.readFileSync(file());
    bytes[bytes.indexOf('Balance') + 12]! ^= 1;
    fs.writeFileSync(file(), bytes);
    await expect(startLedger({ dataDir })).rejects.toThrow(DamagedJournal);
  });

  it('the first ledger keeps its index although another one is asked for later', async () => {
    await stop();
    server = await startLedger({ dataDir, firstLedger: 7 });
    people = await People.on(server);
    expect((await people.ask('ledger_closed'))['ledger_index']).toBe(100_000);
  });
});
