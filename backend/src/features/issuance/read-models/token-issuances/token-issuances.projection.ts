import type { AutoIssuanceEvent, IssuanceEvent } from '@tknest/contracts/events';
import type { Recorded } from '#platform/event-store/event-store.js';
import { toSequence } from '#platform/event-store/positions.js';
import type { Projection } from '#platform/projections/projection.js';

type Folded =
  | Exclude<IssuanceEvent, { type: 'TokenIssuanceConcluded' }>
  | Extract<AutoIssuanceEvent, { type: 'AutoIssuanceSkipped' }>;

const INSERT = `insert into token_issuances (id, seq, recipient, tokens, source, payment_id, status, error, at)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

/** Manual and automatic issuances, and their state. */
export const tokenIssuancesProjection: Projection<Folded> = {
  name: 'token-issuances',
  version: 1,
  tables: ['token_issuances'],
  events: [
    'TokenIssuanceOrdered',
    'TokenIssuanceSubmitted',
    'TokensIssued',
    'TokenIssuanceFailed',
    'TokenIssuanceAssigned',
    'AutoIssuanceSkipped',
  ],
  onError: 'halt',
  async apply(events, tx) {
    for (const event of events) {
      const [sql, values] = changeOf(event);
      await tx.query(sql, values);
    }
  },
};

function changeOf(event: Recorded<Folded>): [sql: string, values: unknown[]] {
  const { type, data } = event;
  const seq = BigInt(toSequence(event.position));
  switch (type) {
    case 'TokenIssuanceOrdered': {
      const { issuanceId, recipient, tokens, source, paymentId } = data;
      return [INSERT, [issuanceId, seq, recipient, tokens, source, paymentId, 'pending', null, event.at]];
    }
    case 'AutoIssuanceSkipped': {
      const { paymentId, wallet, tokens, message } = data;
      return [INSERT, [paymentId, seq, wallet, tokens, 'automation', paymentId, 'skipped', message, event.at]];
    }
    case 'TokenIssuanceSubmitted':
      return data.step === 'issue'
        ? ["update token_issuances set status = 'processing', tx_hash = $2 where id = $1", [data.issuanceId, data.hash]]
        : ["update token_issuances set status = 'processing' where id = $1", [data.issuanceId]];
    case 'TokensIssued':
      return [
        "update token_issuances set status = 'completed', tx_hash = $2, issued_at = $3 where id = $1",
        [data.issuanceId, data.hash, event.at],
      ];
    case 'TokenIssuanceFailed':
      return [
        "update token_issuances set status = 'failed', error = $2 where id = $1",
        [data.issuanceId, data.message],
      ];
    case 'TokenIssuanceAssigned':
      return ['update token_issuances set property_id = $2 where id = $1', [data.issuanceId, data.propertyId]];
  }
}
