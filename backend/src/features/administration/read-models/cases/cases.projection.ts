import type { CaseEvent } from '@tknest/contracts/events';
import type { Projection } from '../../../../platform/projections/projection.js';

/** What a person must look at. */
export const casesProjection: Projection = {
  name: 'cases',
  version: 1,
  tables: ['cases'],
  events: ['CaseOpened', 'CaseResolved'],
  onError: 'park',
  async apply(events, tx) {
    for (const event of events) {
      const folded = event as unknown as Extract<CaseEvent, { type: 'CaseOpened' | 'CaseResolved' }>;
      if (folded.type === 'CaseOpened') {
        const { caseId, kind, summary, paymentId, propertyId, wallet, txHash, details } = folded.data;
        await tx.query(
          `insert into cases (id, kind, summary, status, payment_id, property_id, wallet, tx_hash, details, opened_at) values ($1, $2, $3, 'open', $4, $5, $6, $7, $8, $9)`,
          [caseId, kind, summary, paymentId, propertyId, wallet, txHash, JSON.stringify(details), event.at],
        );
      } else {
        await tx.query(
          `update cases set status = 'resolved', resolution = $2, note = $3, resolved_at = $4 where id = $1`,
          [folded.data.caseId, folded.data.resolution, folded.data.note, event.at],
        );
      }
    }
  },
};
