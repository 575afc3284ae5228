import { describe, expect, it } from '@jest/globals';
import type { LegAttempt } from '../payment.state.js';
import { isWithdrawn, LateRequests } from './late-requests.js';
import type { PaymentPorts } from './ports.js';
import { WalletQuestions } from '#platform/wallet-app/wallet-questions.js';

const asked = (state: LegAttempt['state'], payloadUuid: string | null): LegAttempt =>
  ({
    leg: 'recipient',
    state,
    identifier: 'p1r1',
    lastLedgerSequence: 100,
    request: payloadUuid && { payloadUuid },
  }) as never;

/** A wallet app with one request, and a ledger. */
function world({ opened = false, exists = true, index = 50 } = {}) {
  const calls: string[] = [];
  let state = 'open';
  const ports = {
    ledger: { validatedIndex: async () => index },
    walletApp: {
      findByIdentifier: async (identifier: string) => {
        calls.push(`find ${identifier}`);
        return exists ? { payloadUuid: 'u1' } : null;
      },
      withdraw: async () => void (opened || (state = 'cancelled')),
      outcome: async () => ({ state }),
    },
  } as unknown as PaymentPorts;
  return { ports, calls };
}

describe('what an ended payment may still be asked for', () => {
  it('is withdrawn, and over where nobody had opened it', async () => {
    expect(await isWithdrawn(world().ports, asked('requested', 'u1'))).toBe(true);
  });
  it('is not over while an opened request may still be signed: an owner does not refund twice', async () => {
    expect(await isWithdrawn(world({ opened: true }).ports, asked('requested', 'u1'))).toBe(false);
    const late = world({ opened: true, index: 101 });
    expect(await isWithdrawn(late.ports, asked('requested', 'u1'))).toBe(true);
  });
  it('is found by our name of it where its answer was lost', async () => {
    const { ports, calls } = world();
    expect(await isWithdrawn(ports, asked('prepared', null))).toBe(true);
    expect(calls).toEqual(['find p1r1']);
    expect(await isWithdrawn(world({ exists: false }).ports, asked('prepared', null))).toBe(true);
  });
  it('is asked for once, whatever ledgers close', async () => {
    const { ports, calls } = world();
    const questions = new WalletQuestions({ now: () => new Date(10 * 60_000), sleep: async () => undefined });
    const late = new LateRequests({ ...ports, questions });
    for (let ledger = 0; ledger < 5; ledger++) expect(await late.withdraw(asked('prepared', null))).toBe('done');
    expect(calls).toEqual(['find p1r1']);
  });
});
