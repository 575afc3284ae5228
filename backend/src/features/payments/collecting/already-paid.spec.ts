import { describe, expect, it } from '@jest/globals';
import { principalOf, purchase as payment, RLUSD, seal } from '#test/support/marked-purchase.js';
import type { LedgerTransaction } from '#platform/ledger/ledger-port.js';
import type { Payment } from '../payment.state.js';
import { alreadyPaid } from './already-paid.js';
import type { PaymentPorts } from './ports.js';

const NOW = new Date('2026-11-25T12:00:00Z');
const VALIDATED = 1_000_000;
const HOUR_MS = 3_600_000;

/** A ledger with a principal this many ledgers old, read by a program that does not know the ledgers' pace yet. */
function world(ledgersBack: number, pace: 'network' | 'sandbox'): PaymentPorts {
  const tx = principalOf(payment, VALIDATED);
  const ledgerIndex = VALIDATED - ledgersBack;
  const landed: LedgerTransaction = {
    hash: 'A',
    ledgerIndex,
    result: 'tesSUCCESS',
    tx,
    meta: {},
    delivered: tx.Amount,
  };
  return {
    ledger: {
      validatedIndex: async () => VALIDATED,
      closeIntervalMs: () => 4_000,
      lifetime: () => 20,
      async *history(_account: string, from: number, to: number) {
        if (landed.ledgerIndex >= from && landed.ledgerIndex <= to) yield landed;
      },
    },
    clock: { now: () => NOW },
    seal,
    businessDate: async () => '2026-11-25',
    paidOn: async () => '2026-11-25',
    settings: { rlusdIssuer: RLUSD, pace },
  } as unknown as PaymentPorts;
}
const startedBefore = (ms: number): Payment => ({ ...payment, startedAt: new Date(NOW.getTime() - ms) });
const found = async (ports: PaymentPorts, of: Payment) =>
  (await alreadyPaid(ports, of, ['recipient', 'platform'])).map(({ type }) => type);
const PAID = ['LegPrepared', 'LegSigned', 'PaymentSubmitted', 'LegValidated'];

describe('what the ledger shows of a payment that a restored log asks for again', () => {
  it('is found however fast ledgers closed since, before their pace is known', async () => {
    expect(await found(world(1_231, 'sandbox'), startedBefore(124_000))).toEqual(PAID);
  });
  it('is found days later, where ledgers closed faster then than they do now', async () => {
    // At three seconds per ledger; at the current four seconds, the search would begin 800 ledgers too late.
    expect(await found(world(2_400, 'network'), startedBefore(2 * HOUR_MS))).toEqual(PAID);
  });
  it('is not looked for before the payment began', async () => {
    expect(await found(world(4_000, 'network'), startedBefore(2 * HOUR_MS))).toEqual([]);
  });
});
