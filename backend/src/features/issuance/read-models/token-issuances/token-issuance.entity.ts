import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Tokens issued manually or by automation, and payments that automation skipped. `seq` is the log position. */
@Entity({ name: 'token_issuances' })
export class TokenIssuance {
  /** The issuance's id, or the payment's if automation skipped it. */
  @PrimaryColumn('uuid') id!: string;
  @Column('bigint') seq!: string;
  @Column('text') recipient!: string;
  @Column('bigint') tokens!: string;
  @Column('text') source!: 'hand' | 'automation';
  @Column('uuid', { name: 'payment_id', nullable: true }) paymentId!: string | null;
  @Column('text') status!: 'pending' | 'processing' | 'completed' | 'failed' | 'skipped';
  @Column('text', { name: 'tx_hash', nullable: true }) txHash!: string | null;
  @Column('text', { nullable: true }) error!: string | null;
  /** The property with the tokens in its register; null until they are assigned. */
  @Column('integer', { name: 'property_id', nullable: true }) propertyId!: number | null;
  @Column('text') at!: string;
  @Column('text', { name: 'issued_at', nullable: true }) issuedAt!: string | null;
}
