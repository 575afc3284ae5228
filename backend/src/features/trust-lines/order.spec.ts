import { describe, expect, it } from '@jest/globals';
import type { TrustLineEvent } from '@tknest/contracts/events';
import { Wallet } from 'xrpl';
import { load } from '#platform/event-store/folding.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { LedgerUnavailable, type Conclusion } from '#platform/ledger/ledger-port.js';
import { Collector } from '#platform/ledger/transactions/collect.js';
import { Courier } from '#platform/ledger/transactions/courier.js';
import type { SignRequestOutcome } from '#platform/wallet-app/wallet-app-port.js';
import { trustLineOwner } from './order.js';
import { trustLineFold, trustLineStream, type TrustLine } from './trust-line.decider.js';

const ID = '5a1c7d9e-0000-4000-8000-000000000001';
const WALLET = Wallet.generate();
const ASKED = {
  TransactionType: 'TrustSet' as const,
  Account: WALLET.classicAddress,
  LimitAmount: { currency: 'USD', issuer: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', value: '1000000' },
  Fee: '12',
  Sequence: 7,
  LastLedgerSequence: 120,
};
const REQUESTED: TrustLineEvent = {
  type: 'TrustLineRequested',
  data: {
    payloadUuid: ID,
    identifier: 'line-1',
    wallet: WALLET.classicAddress,
    limit: '1000000',
    transaction: ASKED,
    ledgerIndex: 100,
    expiresAt: '1970-01-01T00:05:00.000Z',
  },
};
const SIGNED: TrustLineEvent = {
  type: 'TrustLineSigned',
  data: { payloadUuid: ID, hash: 'A'.repeat(64), sequence: 7, lastLedgerSequence: 120, blobItem: 'BLOB' },
};

/** A request, with a wallet app and a ledger that answer as the test says. */
class Asked {
  readonly sent: string[] = [];
  private readonly vault = new Map<string, string>();
  outcome: Partial<SignRequestOutcome> = { state: 'open' };
  conclusion: Conclusion | null = { kind: 'pending' };
  now = 0;
  index = 100;
  private readonly clock = { now: () => new Date(this.now), sleep: async () => undefined };
  readonly store = new MemoryEventStore(this.clock);

  async told(...events: TrustLineEvent[]): Promise<this> {
    await this.store.append(trustLineStream(ID), 'none', events, context());
    return this;
  }

  readonly ledger = {
    account: async () => ({ sequence: 7, flags: 0, regularKey: null }),
    validatedIndex: async () => this.index,
    closeIntervalMs: () => 1_000,
    lifetime: () => 20,
    submit: async (blob: string) => void this.sent.push(blob),
    conclude: async () => {
      if (!this.conclusion) throw new LedgerUnavailable('the node is away');
      return this.conclusion;
    },
  };
  /** A process of its own. */
  readonly courier = () =>
    new Courier(
      {
        store: this.store,
        clock: this.clock,
        ledger: this.ledger,
        blobs: {
          keep: async (_: string, blob: string) => (this.vault.set('item', blob), 'item'),
          open: async (item: string) => this.vault.get(item) ?? item,
        },
        businessDate: async () => '2026-11-20',
        turns: {},
        collector: new Collector({
          ledger: this.ledger as never,
          walletApp: { outcome: async () => this.outcome as SignRequestOutcome, withdraw: async () => undefined },
          questions: { askForVisitor: (_, ask) => ask() },
          now: () => new Date(this.now),
          network: 'TESTNET',
        }),
      } as never,
      [trustLineOwner({ store: this.store })],
    );

  advance = () => this.courier().advance('trust-line', ID);
  async state(): Promise<TrustLine> {
    const { state } = await load(this.store, trustLineFold(ID));
    if (state.phase === 'none') throw new Error('It was not requested');
    return state;
  }
}

const signedAs = (fields: object, network: string | null = 'TESTNET'): Partial<SignRequestOutcome> => {
  const { tx_blob: hex, hash: txid } = WALLET.sign({ ...ASKED, ...fields } as never);
  return { state: 'signed', signed: { hex, txid, account: WALLET.classicAddress, network } };
};

describe('a wallet that is asked to open its RLUSD line', () => {
  it('signs: it is journaled, sent, and set by a validated ledger alone', async () => {
    const asked = await new Asked().told(REQUESTED);
    expect((await asked.advance())!.at.getTime()).toBe(3_000);
    asked.outcome = signedAs({});
    await asked.advance();
    expect([asked.sent.length, (await asked.state()).phase]).toEqual([1, 'submitted']);
    asked.index++;
    await asked.advance();
    expect(asked.sent[1]).toBe(asked.sent[0]);
    asked.conclusion = { kind: 'validated', result: 'tesSUCCESS', ledgerIndex: 102, delivered: null, transaction: {} };
    expect(await asked.advance()).toBeNull();
    expect((await asked.state()).phase).toBe('set');
  });
  it.each<[string, Partial<SignRequestOutcome>, number, string]>([
    ['declines', { state: 'rejected' }, 0, 'declined'],
    ['lets it pass', { state: 'expired' }, 361_000, 'expired'],
    ['signs something else', signedAs({ LimitAmount: { ...ASKED.LimitAmount, value: '1' } }), 0, 'departed'],
    ['signs for another network', signedAs({}, 'MAINNET'), 0, 'departed'],
  ])('%s: the request ends, and nothing is sent', async (_, outcome, now, reason) => {
    const asked = await new Asked().told(REQUESTED);
    [asked.outcome, asked.now] = [outcome, now];
    expect(await asked.advance()).toBeNull();
    expect([(await asked.state()).ending, asked.sent]).toMatchObject([{ reason }, []]);
  });
  it('a request that passed may still be signed for a minute', async () => {
    const asked = await new Asked().told(REQUESTED);
    [asked.outcome, asked.now] = [{ state: 'expired' }, 359_000];
    expect((await asked.advance())!.at.getTime()).toBe(359_000 + 30_000);
    expect((await asked.state()).phase).toBe('requested');
  });
});

describe('a signed trust line that no ledger holds', () => {
  const endedAs = async (conclusion: Conclusion | null) => {
    const asked = await new Asked().told(REQUESTED, SIGNED);
    asked.conclusion = conclusion;
    await asked.advance();
    return (await asked.state()).ending;
  };
  it('ends with what became of it: too late, or its place was taken', async () => {
    expect(await endedAs({ kind: 'absent', reason: 'expired' })).toMatchObject({
      reason: 'absent',
      message: 'It did not reach the ledger in time. Please set it up again.',
    });
    expect(await endedAs({ kind: 'absent', reason: 'sequence-used' })).toMatchObject({
      message: 'Another transaction of this wallet came first. Please set it up again.',
    });
  });
  it('waits where the node cannot prove that, or is away: unknown is not failed', async () => {
    expect(await endedAs({ kind: 'unknown' })).toBeNull();
    expect(await endedAs(null)).toBeNull();
  });
});
