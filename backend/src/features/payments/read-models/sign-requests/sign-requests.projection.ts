import type { PaymentEvent } from '@tknest/contracts/events';
import type { Projection } from '#platform/projections/projection.js';
import { writeRows } from '#platform/projections/write-rows.js';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The payment and leg of a sign request of the wallet app. */
@Entity({ name: 'sign_requests' })
export class SignRequestRow {
  @PrimaryColumn('text', { name: 'payload_uuid' }) payloadUuid!: string;
  @Column('uuid', { name: 'payment_id' }) paymentId!: string;
  @Column('text') leg!: string;
}

/** The payments of sign requests, for webhooks. */
export const signRequestsProjection: Projection = {
  name: 'sign-requests',
  version: 1,
  tables: ['sign_requests'],
  events: ['SignatureRequested'],
  onError: 'halt-stream',
  async apply(events, tx) {
    await writeRows(
      tx,
      `insert into sign_requests (payload_uuid, payment_id, leg)
       select * from jsonb_to_recordset($1) r (payload_uuid text, payment_id uuid, leg text) on conflict do nothing`,
      events.map(({ data }) => {
        const { payloadUuid, paymentId, leg } = data as Extract<PaymentEvent, { type: 'SignatureRequested' }>['data'];
        return { payload_uuid: payloadUuid, payment_id: paymentId, leg };
      }),
    );
  },
};
