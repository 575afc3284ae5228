import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { encode } from 'xrpl';
import { InvalidConfiguration, readConfig } from '../config/config.js';
import { MemoryEventStore } from '../event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import type { LedgerPort } from '../ledger/ledger-port.js';
import type { SignedBlobs } from '../ledger/submissions/submission.js';
import type { WalletAppPort } from '../wallet-app/wallet-app-port.js';
import { armCrashPoint, crashPoint, parseCrashPoint } from './crash-points.js';
import { crashingBlobs, crashingLedger, crashingStore, crashingWalletApp } from '../ledger/crashing-ports.js';

const SANDBOX = { SANDBOX: '1', SANDBOX_URL: 'http://x' };
const SETTINGS = {
  DATABASE_URL: 'postgres://x',
  XRPL_URL: 'wss://x',
  MASTER_KEY: '0'.repeat(64),
  RLUSD_ISSUER: 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De',
  XAMAN_API_KEY: '00000000-0000-4000-8000-000000000000',
  XAMAN_API_SECRET: '00000000-0000-4000-8000-000000000000',
};
const kill = jest.spyOn(process, 'kill').mockImplementation(() => true);
afterEach(() => {
  armCrashPoint(null, SANDBOX);
  kill.mockReset();
  kill.mockImplementation(() => true);
});
const problems = (env: NodeJS.ProcessEnv) => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return (error as InvalidConfiguration).problems;
  }
};

describe('crash points', () => {
  const killed = () => kill.mock.calls.length > 0;
  const arm = (text: string) => armCrashPoint(parseCrashPoint(text), SANDBOX);

  it('end the process with SIGKILL at the named place, subject and occurrence, and nowhere else', () => {
    arm('timer-fired/payment:2');
    crashPoint('timer-fired', () => ['payout']);
    crashPoint('timer-fired', () => ['payment']);
    crashPoint('read-model-page', () => ['payment']);
    expect(killed()).toBe(false);
    crashPoint('timer-fired', () => ['payment']);
    expect(kill.mock.calls).toEqual([[process.pid, 'SIGKILL']]);
  });
  it('do nothing where none is armed', () => {
    crashPoint('timer-fired', () => ['payment']);
    expect(killed()).toBe(false);
  });

  it.each([
    ['before-append/LegSigned.recipient', []],
    ['after-append/LegSigned.recipient', ['LegSigned']],
  ])('%s ends it around the commit of that event, and no other', async (point, stored) => {
    const store = crashingStore(new MemoryEventStore(), true);
    kill.mockImplementation(() => {
      throw new Error('killed');
    });
    arm(point);
    const signed = (leg: string) => [{ type: 'LegSigned', data: { leg } }];
    await store.append('payment-1', 'any', signed('platform'), context());
    await store.append('payment-1', 'any', [{ type: 'LegVoided', data: { leg: 'recipient' } }], context());
    const writes = [{ stream: 'payment-2', expected: 'any' as const, events: signed('recipient') }];
    await expect(store.appendMany(writes, context())).rejects.toThrow('killed');
    const found = [];
    for await (const { type } of store.read('payment-2')) found.push(type);
    expect(found).toEqual(stored);
    expect((await store.readAll('0'.repeat(20))).events).toHaveLength(2 + stored.length);
  });

  it('are not there outside the sandbox: the port is the port itself', () => {
    const store = new MemoryEventStore();
    expect(crashingStore(store, false)).toBe(store);
  });

  it('are around what leaves for the ledger, the wallet app and the vault too', async () => {
    const blob = encode({
      TransactionType: 'TrustSet',
      Account: 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De',
      Fee: '12',
    } as never);
    const ledger = crashingLedger({ submit: async () => undefined } as unknown as LedgerPort, true);
    const phone = { request: async () => ({}), outcome: async () => ({ state: 'open' }) } as unknown as WalletAppPort;
    const walletApp = crashingWalletApp(phone, true);
    const blobs = crashingBlobs({ keep: async () => 'item', open: async () => '' } as SignedBlobs, true);
    for (const [point, call] of [
      ['after-submit/TrustSet', () => ledger.submit(blob)],
      ['before-request/Payment', () => walletApp.request({ transaction: { TransactionType: 'Payment' } } as never)],
      ['after-outcome/open', () => walletApp.outcome('uuid')],
      ['after-keep/payment', () => blobs.keep('payment-1', blob)],
    ] as const) {
      arm(point);
      await call();
      expect([point, killed()]).toEqual([point, true]);
      kill.mockClear();
      arm(point.replace(/\/.*/, '/other'));
      await call();
      expect([point, killed()]).toEqual([point, false]);
    }
  });

  it('cannot be armed in production, nor without the sandbox', () => {
    const point = parseCrashPoint('timer-fired');
    for (const env of [{ NODE_ENV: 'production' }, { NODE_ENV: 'production', SANDBOX: '1' }, {}])
      expect(() => armCrashPoint(point, env)).toThrow('sandbox only');
    crashPoint('timer-fired', () => []);
    expect(killed()).toBe(false);
  });
  it('stop a start whose CRASH_AT is misspelt or stands outside the sandbox', () => {
    expect(readConfig({ ...SETTINGS, ...SANDBOX, CRASH_AT: 'after-keep:3' }).crashAt).toEqual({
      place: 'after-keep',
      subject: null,
      occurrence: 3,
    });
    expect(problems({ ...SETTINGS, ...SANDBOX, CRASH_AT: 'blob-lost' })).toEqual([
      expect.stringContaining('"blob-lost" is no crash point'),
    ]);
    expect(problems({ ...SETTINGS, CRASH_AT: 'after-keep' })).toEqual(['CRASH_AT is for the sandbox only']);
    expect(problems({ ...SETTINGS, NODE_ENV: 'production', CRASH_AT: 'after-keep' })).toContain(
      'CRASH_AT is for the sandbox only',
    );
  });
});
