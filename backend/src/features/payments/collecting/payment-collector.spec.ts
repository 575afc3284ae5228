import { beforeEach, describe, expect, it } from '@jest/globals';
import { createHmac, randomUUID } from 'node:crypto';
import type { PaymentEvent } from '@tknest/contracts/events';
import { startedPayment } from '#test/support/started-payment.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { SNAPSHOT_EVERY, Snapshots, type Snapshot, type SnapshotTable } from '#platform/event-store/snapshots.js';
import { context } from '#test/event-store/adapter.js';
import type { LedgerTransaction } from '#platform/ledger/ledger-port.js';
import { WalletQuestions } from '#platform/wallet-app/wallet-questions.js';
import { WalletAppUnavailable, type SignRequestOutcome } from '#platform/wallet-app/wallet-app-port.js';
import { load } from '#platform/event-store/folding.js';
import { caseFold, opening } from '#features/operations-cases/rules.public.js';
import { balanceOf, emptyEscrow, escrowFold } from '#features/payouts/rules.public.js';
import { bookByMark } from '#features/payouts/escrow/escrow.decider.js';
import { landedFacts } from './already-paid.js';
import { markOf } from '../payment-mark.js';
import { feesHeld, paymentStream } from '../payment.state.js';
import { rlusdPayment } from '../transactions.js';
import { loadPayment } from './commit.js';
import { PaymentCollector } from './payment-collector.js';
import type { PaymentPorts } from './ports.js';

const seal = (text: string) => createHmac('sha256', 'key').update(text).digest('hex');
const paymentId = '7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a11';
const at = { paymentId, leg: 'platform' as const, attempt: 1 };
/** Settled; its fee was requested until 10:10. */
const feeAskedFor: PaymentEvent[] = [
  startedPayment(paymentId, { kind: 'rlusd_payment', propertyId: null, propertyName: null, tokens: null }),
  ...landedFacts(
    { paymentId, amount: 500_000_000n, platformFee: 12_500_000n },
    'recipient',
    1,
    { hash: 'R', tx: { Sequence: 7, LastLedgerSequence: 900 }, ledgerIndex: 801, result: 'tesSUCCESS' },
    '2026-11-22',
  ),
  {
    type: 'LegPrepared',
    data: { ...at, identifier: 'f1', transaction: {}, sequence: 8, lastLedgerSequence: 900, ledgerIndex: 800 },
  },
  {
    type: 'SignatureRequested',
    data: {
      ...at,
      identifier: 'f1',
      payloadUuid: 'uuid',
      qrCode: '',
      deepLink: '',
      websocket: '',
      expiresAt: '2026-11-22T10:10:00Z',
    },
  },
  { type: 'PaymentCompleted', data: { paymentId } },
];

describe('a request whose time has passed', () => {
  let store: MemoryEventStore;
  let away: boolean;
  let landed: LedgerTransaction[];
  let questions: number;
  let ports: PaymentPorts;
  beforeEach(async () => {
    store = new MemoryEventStore();
    [away, questions, landed] = [false, 0, []];
    await store.append(paymentStream(paymentId), 'none', feeAskedFor, context());
    const outcome = async (): Promise<Partial<SignRequestOutcome>> => {
      if (away) throw new WalletAppUnavailable('away');
      questions++;
      return { state: 'expired', signed: null };
    };
    const clock = { now: () => new Date('2026-11-22T10:10:01Z'), sleep: async () => undefined };
    ports = {
      store,
      clock,
      mayGoOn: () => true,
      questions: new WalletQuestions(clock),
      accounts: { address: async () => 'rFee' },
      walletApp: { outcome },
      ledger: {
        closeIntervalMs: () => 3_000,
        lifetime: () => 20,
        validatedIndex: async () => 900,
        line: async () => ({ balance: '0', limit: '1000000' }),
        account: async () => ({ flags: 0 }),
        history: async function* () {
          yield* landed;
        },
      },
      seal,
      businessDate: async () => '2026-11-22',
      paidOn: async () => '2026-11-22',
      settings: { expiryMinutes: 10, rlusdIssuer: 'rRlusd', pace: 'network' },
      turns: {},
    } as unknown as PaymentPorts;
  });
  const givenUp = async () => (await loadPayment(ports, paymentId)).state.feeGivenUp;

  it('is written off once the wallet app has said that nobody signed', async () => {
    await new PaymentCollector(ports).advance(paymentId);
    expect({ questions, givenUp: await givenUp() }).toEqual({ questions: 1, givenUp: true });
  });
  it('counts as signed where the ledger shows a fee that a restored log has forgotten', async () => {
    const { state } = await loadPayment(ports, paymentId);
    const tx = rlusdPayment({
      from: state.payer,
      to: state.feeWallet,
      amount: state.platformFee,
      memo: null,
      mark: markOf(state, 'platform', seal),
      issuer: 'rRlusd',
      sequence: 9,
      lastLedgerSequence: 950,
      fee: 12n,
    }) as Record<string, any>;
    landed.push({ hash: 'FEE', ledgerIndex: 850, result: 'tesSUCCESS', tx, meta: {}, delivered: tx.Amount });
    const asked = { kind: 'unknown-ledger-payment', subject: 'FEE', summary: 'x' } as const;
    await store.appendMany(await opening(store, asked), context());
    await new PaymentCollector(ports).advance(paymentId);
    const after = (await loadPayment(ports, paymentId)).state;
    const { status } = (await load(store, caseFold('unknown-ledger-payment-FEE'))).state;
    expect([after.feeGivenUp, feesHeld(after), status]).toEqual([false, ['FEE'], 'resolved']);
  });
  it('is not written off while the wallet app cannot be asked: it may have been signed', async () => {
    away = true;
    const next = await new PaymentCollector(ports).advance(paymentId);
    expect(next).not.toBeNull();
    expect(await givenUp()).toBe(false);
  });
  it('is not written off unasked where the minute’s questions are used up', async () => {
    while (await ports.questions.take({ payloadUuid: randomUUID(), createdAt: 0, expiresAt: 0 }));
    expect(await new PaymentCollector(ports).advance(paymentId)).not.toBeNull();
    expect({ questions, givenUp: await givenUp() }).toEqual({ questions: 0, givenUp: false });
  });
});

describe('a payment whose wallet is looked at for days', () => {
  it('is loaded from a snapshot, however long its stream has grown', async () => {
    const rows = new Map<string, Snapshot>();
    const table: SnapshotTable = {
      find: async (stream, version) => rows.get(`${stream}/${version}`) ?? null,
      keep: async (stream, version, snapshot) => void rows.set(`${stream}/${version}`, snapshot),
    };
    const store = new MemoryEventStore();
    await store.append(paymentStream(paymentId), 'none', feeAskedFor, context());
    for (let look = 0; look < 1_000; look += 100) {
      const looks = Array.from({ length: 100 }, (_, one): PaymentEvent => ({
        type: 'DeliveryChecked',
        data: {
          paymentId,
          payer: 'rPayer',
          propertyId: 1,
          propertyName: 'Sample Court',
          obstacle: one % 2 ? 'deposit-auth' : null,
          until: '2026-11-29',
        },
      }));
      await store.append(paymentStream(paymentId), 'exists', looks, context());
      await loadPayment({ store: Object.assign(Object.create(store), { snapshots: new Snapshots(table) }) }, paymentId);
    }
    let read = 0;
    const restarted = Object.assign(Object.create(store), {
      snapshots: new Snapshots(table),
      async *read(...args: Parameters<MemoryEventStore['read']>) {
        for await (const event of store.read(...args)) {
          read++;
          yield event;
        }
      },
    });
    expect((await loadPayment({ store: restarted }, paymentId)).state).toEqual(
      (await loadPayment({ store }, paymentId)).state,
    );
    expect(read).toBeLessThanOrEqual(SNAPSHOT_EVERY + 1);
  });
});

describe('a refund by way of the escrow that the wallet sent before its payment knew', () => {
  it('leaves suspense for its buyer, and the case that asked what it was is closed', async () => {
    const [original, refund] = [
      '7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a12',
      '7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a13',
    ] as const;
    const store = new MemoryEventStore();
    const asks = async (subject: string, kind: 'late-principal' | 'escrow-suspense') =>
      store.appendMany(await opening(store, { kind, subject, summary: 'x' }), context());
    await store.append(
      paymentStream(original),
      'none',
      [
        startedPayment(original),
        { type: 'PaymentExpired', data: { paymentId: original } },
        {
          type: 'LatePrincipalFound',
          data: {
            paymentId: original,
            hash: 'L',
            ledgerIndex: 9,
            delivered: '500',
            paidOn: '2026-11-22',
            foundOn: '2026-11-22',
          },
        },
        { type: 'RefundBegun', data: { paymentId: original, refundId: refund, principalHash: 'L' } },
      ],
      context(),
    );
    const terms = { paymentId: refund, amount: 500_000_000n, platformFee: 0n };
    const landed = { hash: 'R', tx: { Sequence: 7 }, ledgerIndex: 850, result: 'tesSUCCESS' };
    const about = { kind: 'refund', refundOf: original, payer: 'rOwner', payee: 'rEscrow', platformFee: '0' } as const;
    await store.append(
      paymentStream(refund),
      'none',
      [startedPayment(refund, about), ...landedFacts(terms, 'recipient', 1, landed, '2026-11-22')],
      context(),
    );
    const arrival = { hash: 'R', ledgerIndex: 850, delivered: '500', note: 'x' };
    await store.append('escrow-books', 'none', [bookByMark(arrival, 'suspense/R', true, emptyEscrow)], context());
    await asks(original, 'late-principal');
    await asks('R', 'escrow-suspense');
    const clock = { now: () => new Date('2026-11-22T10:10:01Z'), sleep: async () => undefined };
    const accounts = { address: async () => 'rEscrow' };
    const ports = { store, clock, accounts, mayGoOn: () => true, businessDate: async () => '2026-11-22', turns: {} };
    await new PaymentCollector(ports as unknown as PaymentPorts).advance(refund);
    expect((await loadPayment({ store }, refund)).state.phase).toBe('completed');
    const books = (await load(store, escrowFold)).state;
    expect([balanceOf(books, 'suspense/R'), balanceOf(books, `run/refund-${refund}`) > 0n]).toEqual([0n, true]);
    for (const caseId of [`late-principal-${original}`, 'escrow-suspense-R'])
      expect([caseId, (await load(store, caseFold(caseId))).state.status]).toEqual([caseId, 'resolved']);
  });
});
