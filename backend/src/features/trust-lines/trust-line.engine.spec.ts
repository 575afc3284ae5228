import { describe, expect, it } from '@jest/globals';
import type { TrustLineEvent } from '@tknest/contracts/events';
import type { BusinessCalendar } from '../../platform/clock/business-calendar.js';
import type { Clock } from '../../platform/clock/clock.js';
import type { Config } from '../../platform/config/config.js';
import { MemoryEventStore } from '../../platform/event-store/memory/memory-event-store.js';
import { context } from '../../platform/event-store/testing/adapter.js';
import type { Conclusion, LedgerPort } from '../../platform/ledger/ledger-port.js';
import type { VaultBlobs } from '../../platform/vault/vault-blobs.js';
import type { WalletAppPort } from '../../platform/wallet-app/wallet-app-port.js';
import type { WalletQuestions } from '../../platform/wallet-app/wallet-questions.js';
import { trustLineStream } from './trust-line.decider.js';
import { TrustLineEngine } from './trust-line.engine.js';

const ID = '5a1c7d9e-0000-4000-8000-000000000001';
const WALLET = 'rGcYjcwZcgFx4L1SNLrcKqLGFkozNrmHcK';
const SIGNED: readonly TrustLineEvent[] = [
  {
    type: 'TrustLineRequested',
    data: {
      payloadUuid: ID,
      identifier: 'line-1',
      wallet: WALLET,
      limit: '1000000',
      transaction: { TransactionType: 'TrustSet' },
      ledgerIndex: 100,
      expiresAt: '2026-11-20T12:05:00.000Z',
    },
  },
  {
    type: 'TrustLineSigned',
    data: { payloadUuid: ID, hash: 'A'.repeat(64), sequence: 7, lastLedgerSequence: 120, blobItem: 'blob-1' },
  },
];

/** How a request ends whose signed transaction the ledger concludes so. */
async function endedAs(conclusion: Conclusion) {
  const store = new MemoryEventStore();
  await store.append(trustLineStream(ID), 'none', SIGNED, context());
  const engine = new TrustLineEngine(
    store,
    { conclude: async () => conclusion } as unknown as LedgerPort,
    {} as WalletAppPort,
    {} as Clock,
    {} as Config,
    { today: async () => '2026-11-20' } as unknown as BusinessCalendar,
    {} as VaultBlobs,
    {} as WalletQuestions,
  );
  return (await engine.advance(ID)).ending;
}

describe('a signed trust line that no ledger holds', () => {
  it('ends with what became of it: too late, or its place was taken', async () => {
    expect(await endedAs({ kind: 'absent', reason: 'expired' })).toMatchObject({
      reason: 'absent',
      message: 'It did not reach the ledger in time. Please set it up again.',
    });
    expect(await endedAs({ kind: 'absent', reason: 'sequence-used' })).toMatchObject({
      message: 'Another transaction of this wallet came first. Please set it up again.',
    });
  });
  it('waits where the node cannot prove that: unknown is not failed', async () => {
    expect(await endedAs({ kind: 'unknown' })).toBeNull();
  });
});
