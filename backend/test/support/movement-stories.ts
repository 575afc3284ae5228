import type { DomainEvent, PaymentEvent, PayoutSource } from '@tknest/contracts/events';
import { randomUUID } from 'node:crypto';
import { movementsProjection } from '#features/activity/read-models/movements/movements.projection.js';
import { context } from '../event-store/adapter.js';
import { freshDatabase, type TestDatabase } from './database.js';
import { startInstance, type Instance } from './read-models.js';
import { startedPayment } from './started-payment.js';

export const [BUYER, OTHER, OWNER] = ['rBuyer', 'rOther', 'rOwner'];
const [ESCROW, FEES] = ['rEscrow', 'rFees'];

/** Of a payment into the escrow. */
export const toEscrow = {
  kind: 'principal_payback',
  payer: OWNER,
  payee: ESCROW,
  tokens: null,
  platformFee: '0',
} as const;

export interface Run {
  runId: string;
  source: PayoutSource;
  fee?: string;
  lines: { wallet: string; tokens: number | null; amount: string }[];
}
export const run = ({ runId, source, fee = '0', lines }: Run): DomainEvent[] => [
  {
    type: 'PayoutRunCreated',
    data: {
      runId,
      propertyId: 1,
      source,
      period: '2026-12-15',
      date: '2026-12-15',
      recordPosition: null,
      amount: '0',
      fee,
      direct: null,
    },
  },
  {
    type: 'PayoutRunStarted',
    data: { runId, lines: lines.length, batches: 1, total: '0', fee, linesHash: 'H' },
  },
  { type: 'PayoutLinesListed', data: { runId, batch: '0', lines } },
];
export const allocated = (repaymentId: string, interest: string, principal: string, excess = '0'): DomainEvent => ({
  type: 'RepaymentAllocated',
  data: {
    propertyId: 1,
    repaymentId,
    parts: [],
    interest,
    principal,
    excess,
    monthlyPayment: '0',
    instalmentsLeft: 1,
    balance: '0',
  },
});
export const paid = (runId: string, wallet: string, amount: string, hash: string): DomainEvent => ({
  type: 'PayoutSettled',
  data: { payoutId: runId, propertyId: 1, wallet, amount, hash, ledgerIndex: 901 },
});

/** Stories of payments, and the movements that the log tells of them. */
export function movementStories() {
  let db: TestDatabase;
  let instance: Instance;
  let id: string;

  async function open(): Promise<Instance> {
    db = await freshDatabase();
    instance = await startInstance(db.url, [movementsProjection]);
    await told(
      ...(['issuer', 'feeWallet', 'payoutEscrow'] as const).map((name): DomainEvent => ({
        type: 'PlatformAccountMade',
        data: { name, address: { issuer: 'rIssuer', feeWallet: FEES, payoutEscrow: ESCROW }[name], seedItem: 's' },
      })),
      { type: 'ListingCreated', data: { propertyId: 1, name: 'Sample Court', owner: OWNER } } as DomainEvent,
    );
    return instance;
  }
  async function close(): Promise<void> {
    await instance?.stop();
    await db?.drop();
  }

  /** Begins without movements. @returns the id of the payment that is told of */
  async function begin(): Promise<string> {
    id = randomUUID();
    await instance.dataSource.query('truncate read_models.movements, read_models.movement_runs');
    return id;
  }

  async function told(...events: DomainEvent[]): Promise<void> {
    await instance.store.append(`told-${randomUUID()}`, 'none', events as never, context());
    await instance.models.waitFor(await instance.store.head(), instance.models.names());
  }

  /** Rows as `wallet direction type amount status hash`, in their order. */
  async function rows(): Promise<string[]> {
    const found: Record<string, string | null>[] = await instance.dataSource.query(
      'select * from movements order by seq, wallet, id',
    );
    return found.map(({ wallet, direction, type, amount, tokens, status, tx_hash: hash, settled_seq: settled }) =>
      [
        wallet,
        direction,
        type,
        amount === null ? `${tokens} tokens` : Number(amount),
        status,
        ...(settled ? [hash] : []),
      ].join(' '),
    );
  }

  let asked = '';
  const started = (more: Partial<Extract<PaymentEvent, { type: 'PaymentStarted' }>['data']> = {}): DomainEvent => {
    const event = startedPayment(id, { payer: BUYER, payee: OWNER, feeWallet: FEES, ...more });
    asked = event.data.amount;
    return event;
  };
  /** @param principal what was delivered as the principal; what was asked for if left out */
  const validated = (
    leg: 'recipient' | 'platform' | 'issuance' | 'fee-refund',
    hash: string,
    principal = asked,
  ): DomainEvent => ({
    type: 'LegValidated',
    data: {
      paymentId: id,
      leg,
      attempt: 1,
      hash,
      ledgerIndex: 900,
      result: 'tesSUCCESS',
      delivered: leg === 'recipient' ? principal : leg === 'issuance' ? null : '12.5',
    },
  });
  const completed = (): DomainEvent => ({ type: 'PaymentCompleted', data: { paymentId: id } });

  return { open, close, begin, told, rows, started, validated, completed };
}
