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
import type { Projection } from '../../../../platform/projections/projection.js';

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

/** What steps of a manual issuance or by automation are called beside the legs of payments. */
const HAND_LEGS = { issue: 'hand-issue', authorise: 'hand-authorise' } as const;

/**
 * Hashes by what they are for (a platform account's own set-ups belong to no payment), and how far ledger and log were
 * compared.
 */
export const legHashesProjection: Projection = {
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
    // What a restored log adopted is of the accounts until its owner takes it over; otherwise the first one has it.
    const journalled = (hash: string, ownerId: string | null, leg: string) =>
      tx.query(
        `insert into leg_hashes (hash, payment_id, leg) values ($1, $2, $3)
         on conflict (hash) do update set payment_id = excluded.payment_id, leg = excluded.leg
         where leg_hashes.leg = 'set-up'`,
        [hash, ownerId, leg],
      );
    for (const event of events) {
      const { type, data } = event as unknown as Folded;
      switch (type) {
        case 'LegSigned':
        case 'LateSignatureRecorded':
          await journalled(data.hash, data.paymentId, data.leg);
          break;
        case 'LatePrincipalFound':
          await journalled(data.hash, data.paymentId, 'recipient');
          break;
        case 'TokenIssuanceSubmitted':
          await journalled(data.hash, data.issuanceId, HAND_LEGS[data.step]);
          break;
        case 'TokenRedemptionSubmitted':
          await journalled(data.hash, data.redemptionId, 'redemption');
          break;
        case 'AnchorSubmitted':
          await journalled(data.hash, null, 'anchor');
          break;
        case 'PlatformTransactionSigned':
          await journalled(data.hash, null, 'set-up');
          break;
        case 'UnknownTransactionSettled':
          if (data.hash && data.how === 'adopted') await journalled(data.hash, null, 'set-up');
          break;
        case 'AccountTransactionsBegun':
          for (const { hash } of data.transactions) await journalled(hash, null, 'set-up');
          break;
        case 'PayoutWindowSigned':
          for (const { hash } of data.attempts) await journalled(hash, null, 'payout');
          break;
        case 'EscrowPosted':
          if ((data.kind === 'arrival' || data.kind === 'clawed-back') && data.hash)
            await journalled(data.hash, null, data.kind);
          break;
        case 'LedgerReconciled':
          await tx.query(
            `insert into reconciled (account, to_ledger, transactions, findings) values ($1, $2, $3, $4)
             on conflict (account) do update set to_ledger = excluded.to_ledger, transactions = reconciled.transactions + excluded.transactions, findings = reconciled.findings + excluded.findings`,
            [data.account, data.toLedger, data.transactions, data.findings],
          );
          break;
        case 'LogReconciled':
          await tx.query(
            `insert into reconciled_log (id, to_position, settled, findings) values ('log', $1, $2, $3)
             on conflict (id) do update set to_position = excluded.to_position, settled = reconciled_log.settled + excluded.settled, findings = reconciled_log.findings + excluded.findings`,
            [data.toPosition, data.settled, data.findings],
          );
      }
    }
  },
};
