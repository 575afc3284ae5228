import { describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import type { Ended } from './decide.js';
import { unlessUnproved } from './unproved.js';

const held = (ticket: number): Ended => ({ transaction: { ticket } as never, ending: { propose: 'held' } });
const paid: Ended = {
  transaction: { ticket: 9 } as never,
  ending: { propose: 'validated', result: 'tesSUCCESS', ledgerIndex: 7, delivered: null, applied: {} },
};

async function judged(ended: readonly Ended[], { isOpen = true, how = 'adopted' } = {}) {
  const store = new MemoryEventStore();
  const use = { what: 'Payment', hash: 'B', ticket: 5, sequence: null, tickets: [], result: 'tesSUCCESS' };
  const settled = { ...use, ledgerIndex: 7, subject: 'payout/run-1/0/rHolder', blob: 'AB', name: 'issuer', how };
  await store.append('account-issuer', 'none', [{ type: 'UnknownTransactionSettled', data: settled }], context());
  return unlessUnproved({ store, maySign: async () => isOpen }, 'issuer', ended);
}

describe('a transaction whose ticket something else used', () => {
  it('is not concluded while the account may not sign: what used it is looked for', async () => {
    expect(await judged([held(5), paid], { isOpen: false })).toEqual([paid]);
  });
  it('is absent where the gate has taken over what used it, and held otherwise', async () => {
    const absent = { ...held(5), ending: { propose: 'absent', reason: 'expired' } };
    expect(await judged([held(5), held(6), paid])).toEqual([absent, held(6), paid]);
  });
  it('is held where a person only said that what used it was made outside', async () => {
    expect(await judged([held(5)], { how: 'acknowledged' })).toEqual([held(5)]);
  });
});
