import { describe, expect, it } from '@jest/globals';
import type { PaymentEvent } from '@tknest/contracts/events';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { paymentStream } from '#features/payments/rules.public.js';
import { batchStream, directRun, noRun, runStream } from '#features/payouts/rules.public.js';
import { readerOf, Receipts } from './receipts.js';

const ID = '7d8f0d9c-4f43-4a52-9d57-1f2a9f4b7c01';
const [PAYER, PAYEE] = ['rPayer', 'rPayee'];

/** A payment that its payer began in a session, and whose validation the platform recorded. */
async function receipts(): Promise<Receipts> {
  const store = new MemoryEventStore();
  const about = { paymentId: ID, kind: 'purchase', payer: PAYER, payee: PAYEE, feeWallet: 'rFee', propertyId: null };
  const leg = { leg: 'recipient', delivered: '7', hash: 'C'.repeat(64), ledgerIndex: 9 };
  const started = { type: 'PaymentStarted', data: about } as unknown as PaymentEvent;
  const validated = { type: 'LegValidated', data: leg } as unknown as PaymentEvent;
  const { metadata } = context();
  const actor = { wallet: PAYER, role: 'investor' as const };
  await store.append(paymentStream(ID), 'none', [started] as never, {
    metadata: { ...metadata, actor, session: 'ab12cd34ef56ab78' },
  });
  await store.append(paymentStream(ID), 0, [validated] as never, context());
  return new Receipts(store, { address: async () => 'rIssuer' } as never);
}
const seenBy = async (wallet: string, role: 'investor' | 'landlord' | 'auditor') => {
  const found = await (await receipts()).find(readerOf({ wallet, role }), ID);
  return { events: found.events.map(({ type }) => type), hidden: found.hidden.map(({ type }) => type) };
};

describe('the events of a receipt', () => {
  it('are all handed out in full to whoever caused them, and to auditors', async () => {
    const all = { events: ['PaymentStarted', 'LegValidated'], hidden: [] };
    expect(await seenBy(PAYER, 'investor')).toEqual(all);
    expect(await seenBy('rAuditor', 'auditor')).toEqual(all);
  });
  it('name nobody’s session to the other side: what a session of somebody else caused is a hash', async () => {
    expect(await seenBy(PAYEE, 'landlord')).toEqual({ events: ['LegValidated'], hidden: ['PaymentStarted'] });
  });
});

const ACCOUNTS = { address: async (name: string) => (name === 'payoutEscrow' ? 'rEscrow' : 'rIssuer') } as never;
const HOLDER = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
const OTHER = 'rUZzxNLwYV7zbBWyfKr6gRxU7Zz4CcPBLL';
const [HASH, PROPERTY] = ['D'.repeat(64), 1];
const repaid = (more: object) => ({
  paymentId: ID,
  kind: 'principal_payback',
  payer: 'rLandlord',
  feeWallet: 'rFee',
  propertyId: PROPERTY,
  propertyName: 'Sample Court',
  tokens: null,
  amount: '100',
  ...more,
});
const order = {
  propertyId: PROPERTY,
  period: '2026-11-20' as const,
  date: '2026-11-20' as const,
  recordPosition: null,
  fee: '0',
};
const told = (store: MemoryEventStore, stream: string, ...events: object[]) =>
  store.append(stream, 'any', events as never, context());
const receiptOf = async (store: MemoryEventStore, id: string, wallet: string) =>
  (await new Receipts(store, ACCOUNTS).find({ wallet, role: 'investor' } as never, id)).receipt;

describe('whose money a receipt tells of', () => {
  it('a rent share that the landlord paid directly came from the landlord, as the ledger has it', async () => {
    const store = new MemoryEventStore();
    const runId = `payback-${ID}`;
    const paid = { ...order, runId, source: 'direct' as const, amount: 100_000_000n, fee: 0n };
    // More than the loan needed; the transaction delivered all of it.
    const delivered = { paymentId: ID, leg: 'recipient', delivered: '110', hash: HASH, ledgerIndex: 9 };
    const started = { type: 'PaymentStarted', data: repaid({ payee: HOLDER, amount: '110' }) };
    await told(store, paymentStream(ID), started, { type: 'LegValidated', data: delivered });
    await told(store, runStream(runId), ...directRun(paid, { wallet: HOLDER, hash: HASH, ledgerIndex: 9 }, noRun));
    const receipt = await receiptOf(store, `${runId}~${HOLDER}`, HOLDER);
    expect(receipt).toMatchObject({ kind: 'rent_share', payer: 'rLandlord', payee: HOLDER, amount: '100' });
    expect(receipt.legs).toMatchObject([{ from: 'rLandlord', to: HOLDER, amount: '110', hash: HASH }]);
  });

  it.each([
    ['withdrawal', 'withdrawal'],
    ['by-hand', 'payout'],
    ['bulk', 'payout'],
    ['return', 'payout'],
    ['refund', 'refund'],
    ['autopay', 'rent_share'],
  ] as const)('a line of a run of the kind %s is called %s', async (source, kind) => {
    const store = new MemoryEventStore();
    const runId = `${source}-1`;
    const line = { wallet: HOLDER, tokens: null, amount: '100' };
    const settled = { payoutId: runId, propertyId: null, wallet: HOLDER, amount: '100', hash: HASH, ledgerIndex: 9 };
    await told(store, runStream(runId), { type: 'PayoutRunCreated', data: { ...order, runId, source } });
    await told(
      store,
      batchStream(runId, '0'),
      { type: 'PayoutLinesListed', data: { runId, batch: '0', lines: [line] } },
      { type: 'PayoutSettled', data: settled },
    );
    expect(await receiptOf(store, `${runId}~${HOLDER}`, HOLDER)).toMatchObject({ kind, payer: 'rEscrow' });
  });

  it('of one line of a large run is found without reading every other line', async () => {
    const store = new MemoryEventStore();
    const runId = 'due-1-2026-12-20';
    await told(store, runStream(runId), { type: 'PayoutRunCreated', data: { ...order, runId, source: 'autopay' } });
    for (let batch = 0; batch < 8; batch++) {
      const others = Array.from({ length: 50 }, (_, n) => ({ wallet: `rOther${batch}x${n}`, tokens: 1, amount: '1' }));
      const lines = batch === 6 ? [...others, { wallet: HOLDER, tokens: 1, amount: '1' }] : others;
      const paid = { payoutId: runId, propertyId: PROPERTY, amount: '1', hash: HASH, ledgerIndex: 9 };
      await told(
        store,
        batchStream(runId, String(batch)),
        { type: 'PayoutLinesListed', data: { runId, batch: String(batch), lines } },
        ...lines.map(({ wallet }) => ({ type: 'PayoutSettled', data: { ...paid, wallet } })),
      );
    }
    let read = 0;
    const all = store.read.bind(store);
    store.read = async function* (stream, options) {
      for await (const event of all(stream, options)) {
        read++;
        yield event;
      }
    };
    expect(await receiptOf(store, `${runId}~${HOLDER}`, HOLDER)).toMatchObject({ payee: HOLDER, amount: '1' });
    expect(read).toBeLessThan(70);
    await expect(receiptOf(store, `${runId}~${OTHER}`, OTHER)).rejects.toMatchObject({ reason: 'not-found' });
  });

  it('a rent share names its part of the fee, to the micro-unit, also of lines in another batch', async () => {
    const store = new MemoryEventStore();
    const runId = 'due-1-2026-12-20';
    const run = { ...order, runId, source: 'autopay', amount: '100', fee: '1' };
    await told(store, runStream(runId), { type: 'PayoutRunCreated', data: run });
    const shares = [[{ wallet: HOLDER, tokens: 1, amount: '33' }], [{ wallet: OTHER, tokens: 2, amount: '66' }]];
    for (const [batch, lines] of shares.entries())
      await told(store, batchStream(runId, String(batch)), {
        type: 'PayoutLinesListed',
        data: { runId, batch: String(batch), lines },
      });
    const paid = { payoutId: runId, propertyId: PROPERTY, hash: HASH, ledgerIndex: 9 };
    const settled = (wallet: string, amount: string) => ({ type: 'PayoutSettled', data: { ...paid, wallet, amount } });
    await told(store, batchStream(runId, '0'), settled(HOLDER, '33'));
    await told(store, batchStream(runId, '1'), settled(OTHER, '66'));
    expect(await receiptOf(store, `${runId}~${HOLDER}`, HOLDER)).toMatchObject({ tokens: 1, fee: '0.333333' });
    expect(await receiptOf(store, `${runId}~${OTHER}`, OTHER)).toMatchObject({ tokens: 2, fee: '0.666667' });
  });

  it('a share that could not be paid at first has a receipt once it is paid', async () => {
    const store = new MemoryEventStore();
    const runId = 'due-1-2026-11-20';
    const line = { wallet: HOLDER, tokens: 2, amount: '100' };
    const at = { runId, propertyId: PROPERTY, wallet: HOLDER, amount: '100' };
    await told(store, runStream(runId), { type: 'PayoutRunCreated', data: { ...order, runId, source: 'autopay' } });
    await told(
      store,
      batchStream(runId, '0'),
      { type: 'PayoutLinesListed', data: { runId, batch: '0', lines: [line] } },
      { type: 'PayoutLineUnclaimed', data: { ...at, batch: '0', reason: 'no-line' } },
      { type: 'UnclaimedPaid', data: { ...at, hash: HASH, ledgerIndex: 9 } },
    );
    expect(await receiptOf(store, `${runId}~${HOLDER}`, HOLDER)).toMatchObject({
      kind: 'rent_share',
      amount: '100',
      tokens: 2,
      legs: [{ from: 'rEscrow', to: HOLDER, hash: HASH, ledger: 9 }],
    });
  });

  it('a payment whose principal landed late has one as well', async () => {
    const store = new MemoryEventStore();
    const late = { paymentId: ID, hash: HASH, ledgerIndex: 9, delivered: '100' };
    await told(
      store,
      paymentStream(ID),
      { type: 'PaymentStarted', data: repaid({ kind: 'property_purchase', payer: PAYER, payee: PAYEE }) },
      { type: 'PaymentExpired', data: { paymentId: ID } },
      { type: 'LatePrincipalFound', data: late },
    );
    const receipt = await receiptOf(store, ID, PAYER);
    expect(receipt.legs).toMatchObject([{ kind: 'payment', from: PAYER, to: PAYEE, amount: '100', hash: HASH }]);
  });
});
