import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The payment and leg of a sign request of the wallet app. */
@Entity({ name: 'sign_requests' })
export class SignRequestRow {
  @PrimaryColumn('text', { name: 'payload_uuid' }) payloadUuid!: string;
  @Column('uuid', { name: 'payment_id' }) paymentId!: string;
  @Column('text') leg!: string;
}
