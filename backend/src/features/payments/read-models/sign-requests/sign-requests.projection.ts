import type { PaymentEvent } from '@tknest/contracts/events';
import type { Projection } from '../../../../platform/projections/projection.js';

/** Which payment a sign request belongs to, for webhooks. */
export const signRequestsProjection: Projection = {
  name: 'sign-requests',
  version: 1,
  tables: ['sign_requests'],
  events: ['SignatureRequested'],
  onError: 'park',
  async apply(events, tx) {
    for (const event of events) {
      const { payloadUuid, paymentId, leg } = event.data as Extract<
        PaymentEvent,
        { type: 'SignatureRequested' }
      >['data'];
      await tx.query(
        'insert into sign_requests (payload_uuid, payment_id, leg) values ($1, $2, $3) on conflict do nothing',
        [payloadUuid, paymentId, leg],
      );
    }
  },
};
