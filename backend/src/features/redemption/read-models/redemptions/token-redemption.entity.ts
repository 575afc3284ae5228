import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A holder's tokens that are redeemed after the loan was paid off. `seq` is the log position of the order. */
@Entity({ name: 'token_redemptions' })
export class TokenRedemption {
  @PrimaryColumn('uuid') id!: string;
  @Column('bigint') seq!: string;
  @Column('integer', { name: 'property_id' }) propertyId!: number;
  @Column('text') holder!: string;
  @Column('bigint') tokens!: string;
  @Column('text') status!: 'pending' | 'processing' | 'completed';
  @Column('text', { name: 'tx_hash', nullable: true }) txHash!: string | null;
  @Column('text') at!: string;
  @Column('text', { name: 'redeemed_at', nullable: true }) redeemedAt!: string | null;
}
