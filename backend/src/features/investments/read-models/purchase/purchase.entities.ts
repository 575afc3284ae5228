import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A settled purchase of tokens. Money columns are decimal text of RLUSD; `seq` is its log position. */
@Entity({ name: 'purchases' })
export class Purchase {
  @PrimaryColumn('uuid', { name: 'payment_id' }) paymentId!: string;
  @Column('bigint') seq!: string;
  @Column('integer', { name: 'property_id' }) propertyId!: number;
  @Column('text', { name: 'property_name' }) propertyName!: string;
  @Column('text') wallet!: string;
  @Column('integer') tokens!: number;
  @Column('numeric') cost!: string;
  @Column('numeric', { name: 'platform_fee' }) platformFee!: string;
  @Column('numeric', { name: 'monthly_return' }) monthlyReturn!: string;
  @Column('text', { name: 'payment_hash' }) paymentHash!: string;
  @Column('text', { name: 'issuance_hash' }) issuanceHash!: string;
  @Column('text') at!: string;
  /** When the loan was paid off and the tokens were taken back; null while they are held. */
  @Column('text', { name: 'redeemed_at', nullable: true }) redeemedAt!: string | null;
  /** The business day. */
  @Column('text') date!: string;
}

/** A property's name and owner, which never change. */
@Entity({ name: 'property_names' })
export class PropertyName {
  @PrimaryColumn('integer', { name: 'property_id' }) propertyId!: number;
  @Column('text') name!: string;
  @Column('text') owner!: string;
}
