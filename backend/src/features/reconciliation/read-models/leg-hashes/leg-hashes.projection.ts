import type {
  AnchorSubmitted,
  EscrowPosted,
  IssuanceEvent,
  PaymentEvent,
  PayoutWindowSigned,
  ReconciliationEvent,
  RedemptionEvent,
  TokenEvent,
} from '@tknest/contracts/events';
import type { Projection } from '#platform/projections/projection.js';
import { writeRows } from '#platform/projections/write-rows.js';

type Folded =
  | Extract<PaymentEvent, { type: 'LegSigned' | 'LateSignatureRecorded' | 'LatePrincipalFound' }>
  | Extract<IssuanceEvent, { type: 'TokenIssuanceSubmitted' }>
  | Extract<RedemptionEvent, { type: 'TokenRedemptionSubmitted' }>
  | Extract<
      TokenEvent,
      { type: 'PlatformTransactionSigned' | 'AccountTransactionsBegun' | 'UnknownTransactionSettled' }
    >
  | AnchorSubmitted
  | PayoutWindowSigned
  | EscrowPosted
  | Extract<ReconciliationEvent, { type: 'LedgerReconciled' | 'LogReconciled' }>;

type Reconciled<Type extends string> = Extract<ReconciliationEvent, { type: Type }>['data'];

/** What steps of a manual issuance or by automation are called beside the legs of payments. */
const HAND_LEGS = { issue: 'hand-issue', authorise: 'hand-authorise' } as const;

/**
 * Hashes by what they are for (a platform account's own set-ups belong to no payment), and how far ledger and log were
 * compared.
 */
export const legHashesProjection: Projection<Folded> = {
  name: 'leg-hashes',
  version: 9,
  tables: ['leg_hashes', 'reconciled', 'reconciled_log'],
  events: [
    'LegSigned',
    'LateSignatureRecorded',
    'LatePrincipalFound',
    'TokenIssuanceSubmitted',
    'TokenRedemptionSubmitted',
    'AnchorSubmitted',
    'PlatformTransactionSigned',
    'AccountTransactionsBegun',
    'UnknownTransactionSettled',
    'PayoutWindowSigned',
    'EscrowPosted',
    'LedgerReconciled',
    'LogReconciled',
  ],
  onError: 'halt',
  async apply(events, tx) {
    const hashes = new Map<string, { hash: string; payment_id: string | null; leg: string }>();
    const ledgers = new Map<string, Reconciled<'LedgerReconciled'>>();
    let log: Reconciled<'LogReconciled'> | undefined;
    // What a restored log adopted is of the accounts until its owner takes it over; otherwise the first one has it.
    const journaled = (hash: string, ownerId: string | null, leg: string) => {
      if ((hashes.get(hash)?.leg ?? 'set-up') === 'set-up') hashes.set(hash, { hash, payment_id: ownerId, leg });
    };
    for (const { type, data } of events) {
      switch (type) {
        case 'LegSigned':
        case 'LateSignatureRecorded':
          journaled(data.hash, data.paymentId, data.leg);
          break;
        case 'LatePrincipalFound':
          journaled(data.hash, data.paymentId, 'recipient');
          break;
        case 'TokenIssuanceSubmitted':
          journaled(data.hash, data.issuanceId, HAND_LEGS[data.step]);
          break;
        case 'TokenRedemptionSubmitted':
          journaled(data.hash, data.redemptionId, 'redemption');
          break;
        case 'AnchorSubmitted':
          journaled(data.hash, null, 'anchor');
          break;
        case 'PlatformTransactionSigned':
          journaled(data.hash, null, 'set-up');
          break;
        case 'UnknownTransactionSettled':
          if (data.hash && data.how === 'adopted') journaled(data.hash, null, 'set-up');
          break;
        case 'AccountTransactionsBegun':
          for (const { hash } of data.transactions) journaled(hash, null, 'set-up');
          break;
        case 'PayoutWindowSigned':
          for (const { hash } of data.attempts) journaled(hash, null, 'payout');
          break;
        case 'EscrowPosted':
          if ((data.kind === 'arrival' || data.kind === 'clawed-back') && data.hash)
            journaled(data.hash, null, data.kind);
          break;
        case 'LedgerReconciled': {
          const { transactions = 0, findings = 0 } = ledgers.get(data.account) ?? {};
          const sums = { transactions: transactions + data.transactions, findings: findings + data.findings };
          ledgers.set(data.account, { ...data, ...sums });
          break;
        }
        case 'LogReconciled': {
          const { settled = 0, findings = 0 } = log ?? {};
          log = { ...data, settled: settled + data.settled, findings: findings + data.findings };
        }
      }
    }
    await writeRows(
      tx,
      `insert into leg_hashes (hash, payment_id, leg)
       select * from jsonb_to_recordset($1) r (hash text, payment_id uuid, leg text)
       on conflict (hash) do update set payment_id = excluded.payment_id, leg = excluded.leg
       where leg_hashes.leg = 'set-up'`,
      hashes.values(),
    );
    await writeRows(
      tx,
      `insert into reconciled as r (account, to_ledger, transactions, findings)
       select * from jsonb_to_recordset($1) n (account text, "toLedger" int, transactions int, findings int)
       on conflict (account) do update set to_ledger = excluded.to_ledger,
         transactions = r.transactions + excluded.transactions, findings = r.findings + excluded.findings`,
      ledgers.values(),
    );
    await writeRows(
      tx,
      `insert into reconciled_log as r (id, to_position, settled, findings)
       select 'log', * from jsonb_to_recordset($1) n ("toPosition" text, settled int, findings int)
       on conflict (id) do update set to_position = excluded.to_position,
         settled = r.settled + excluded.settled, findings = r.findings + excluded.findings`,
      log ? [log] : [],
    );
  },
};
