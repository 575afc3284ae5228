import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, type Wallet } from 'xrpl';
import type { FaultGate, FaultVerdict } from '../../src/faults/fault-gate.js';
import { type LedgerServer, SPARED, startLedger } from './support/ledger-server.js';
import { payment, People } from './support/people.js';

describe('what the faults say', () => {
  const verdicts = new Map<string, FaultVerdict>();
  let refusing = false;
  const faults: FaultGate = {
    judge: (_party, command) => verdicts.get(command) ?? { kind: 'pass' },
    refuses: () => refusing,
  };
  let server: LedgerServer;
  let people: People;
  let alice: Wallet;
  let bob: Wallet;
  beforeEach(async () => {
    verdicts.clear();
    refusing = false;
    server = await startLedger({ faults });
    people = await People.on(server);
    [alice, bob] = (await people.fund(100, 'alice', 'bob')) as [Wallet, Wallet];
  });
  afterEach(async () => {
    await people.leave();
    await server.close();
  });
  const answerWithin = (ms: number, asked: Promise<unknown>): Promise<unknown> =>
    Promise.race([asked.catch((e) => e), new Promise((resolve) => setTimeout(() => resolve('no answer'), ms))]);
  const received = async (): Promise<number> =>
    Number((await people.root(bob.classicAddress))['Balance']) - 100_000_000;

  it('a lost answer: it is done, nobody hears of it', async () => {
    const tx_blob = await people.sign(alice, payment(bob, '5'));
    verdicts.set('submit', { kind: 'lose-answer' });
    expect(await answerWithin(150, people.client.request({ command: 'submit', tx_blob }))).toBe('no answer');
    expect(await received()).toBe(5);
  });

  it('hanging: it is not done, nobody hears anything', async () => {
    const tx_blob = await people.sign(alice, payment(bob, '5'));
    verdicts.set('submit', { kind: 'hang' });
    expect(await answerWithin(150, people.client.request({ command: 'submit', tx_blob }))).toBe('no answer');
    expect(await received()).toBe(0);
  });

  it('an error: it is not done', async () => {
    const tx_blob = await people.sign(alice, payment(bob, '5'));
    verdicts.set('submit', { kind: 'error' });
    expect(await people.ask('submit', { tx_blob })).toMatchObject({ error: 'internal', error_code: 73 });
    expect(
      (
        await fetch(server.httpUrl, {
          method: 'POST',
          body: JSON.stringify({ method: 'submit', params: [{ tx_blob }] }),
        })
      ).status,
    ).toBe(500);
    expect(await received()).toBe(0);
  });

  it('a delay: it is done later', async () => {
    verdicts.set('ping', { kind: 'delay', ms: 80 });
    const started = Date.now();
    expect(await people.ask('ping')).toEqual({ role: 'admin' });
    expect(Date.now() - started).toBeGreaterThanOrEqual(75);
  });

  it('a disconnection ends all connections and does nothing', async () => {
    const bystander = new Client(server.url);
    await bystander.connect();
    const dropped = Promise.all(
      [people.client, bystander].map((c) => new Promise((resolve) => c.once('disconnected', resolve))),
    );
    const tx_blob = await people.sign(alice, payment(bob, '5'));
    verdicts.set('submit', { kind: 'disconnect' });
    await answerWithin(100, people.client.request({ command: 'submit', tx_blob }));
    await dropped;
    verdicts.clear();
    await bystander.disconnect();
    await people.leave();
    people = await People.on(server);
    expect(await received()).toBe(0);
  });

  it('a disconnection leaves alone who has a way of his own', async () => {
    const insider = new Client(server.url, { headers: SPARED });
    await insider.connect();
    const dropped = new Promise((resolve) => people.client.once('disconnected', resolve));
    let lost = false;
    insider.once('disconnected', () => (lost = true));
    server.party.disconnectAll();
    await dropped;
    expect((await insider.request({ command: 'ping' })).result).toEqual({ role: 'admin' });
    expect(lost).toBe(false);
    await insider.disconnect();
  });

  it('while it refuses, nobody gets a new connection, and those there are stay', async () => {
    refusing = true;
    const late = new Client(server.url, { connectionTimeout: 500 });
    late.on('error', () => undefined);
    await expect(late.connect()).rejects.toThrow();
    await late.disconnect();
    expect((await fetch(server.httpUrl, { method: 'POST', body: '{"method":"ping"}' })).status).toBe(503);
    expect(await people.ask('ping')).toEqual({ role: 'admin' });
  });

  it('a lost open ledger: what was handed in never was', async () => {
    const lost = await people.submit(alice, payment(bob, '5'));
    server.party.loseOpenLedger();
    await people.close();
    expect(await people.ask('tx', { transaction: lost['tx_json'].hash })).toMatchObject({ error: 'txnNotFound' });
    expect(await people.ask('submit', { tx_blob: lost['tx_blob'] })).toMatchObject({ engine_result: 'tesSUCCESS' });
  });
});
