import type { CaseEvent, PaymentEvent } from '@tknest/contracts/events';
import type { Projection } from '../../../../platform/projections/projection.js';

type Folded = Extract<PaymentEvent, { type: 'LegSigned' | 'LateSignatureRecorded' }> | Extract<CaseEvent, { type: 'LedgerReconciled' }>;

/** Hashes by what they are for, and how far each account was compared. */
export const legHashesProjection: Projection = {
  name: 'leg-hashes',
  version: 1,
  tables: ['leg_hashes', 'reconciled'],
  events: ['LegSigned', 'LateSignatureRecorded', 'LedgerReconciled'],
  onError: 'halt',
  async apply(events, tx) {
    for (const event of events) {
      const folded = event as unknown as Folded;
      if (folded.type === 'LedgerReconciled') {
        const { account, toLedger, transactions, findings } = folded.data;
        await tx.query(
          `insert into reconciled (account, to_ledger, transactions, findings) values ($1, $2, $3, $4)
           on conflict (account) do update set to_ledger = excluded.to_ledger, transactions = reconciled.transactions + excluded.transactions, findings = reconciled.findings + excluded.findings`,
          [account, toLedger, transactions, findings],
        );
        continue;
      }
      const { hash, paymentId, leg } = folded.data;
      await tx.query('insert into leg_hashes (hash, payment_id, leg) values ($1, $2, $3) on conflict do nothing', [hash, paymentId, leg]);
    }
  },
};
