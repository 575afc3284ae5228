import type { CaseKind } from '@tknest/contracts/events';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A case as it is found; what people read of it comes from the log. */
@Entity({ name: 'cases' })
export class Case {
  @PrimaryColumn('text') id!: string;
  @Column('text') kind!: CaseKind;
  @Column('text') status!: 'open' | 'resolved';
  @Column('uuid', { name: 'payment_id', nullable: true }) paymentId!: string | null;
  @Column('integer', { name: 'property_id', nullable: true }) propertyId!: number | null;
  @Column('text', { nullable: true }) wallet!: string | null;
  @Column('text', { name: 'tx_hash', nullable: true }) txHash!: string | null;
  @Column('jsonb') details!: Record<string, unknown>;
  @Column('text', { name: 'opened_at' }) openedAt!: string;
  @Column('text', { nullable: true }) resolution!: string | null;
}
