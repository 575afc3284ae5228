import type { PropertyType } from '@tknest/contracts/rules';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A property as the marketplace shows it. Money columns are decimal text of RLUSD. */
@Entity({ name: 'properties' })
export class Property {
  @PrimaryColumn('integer') id!: number;
  @Column('text') owner!: string;
  @Column('text') name!: string;
  @Column('text') address!: string;
  /** What strangers see of the address; null if it is not certain. */
  @Column('text', { nullable: true }) city!: string | null;
  @Column('text', { name: 'property_type', nullable: true }) propertyType!: PropertyType | null;
  @Column('numeric', { name: 'monthly_rent' }) monthlyRent!: string;
  @Column('numeric', { name: 'funding_goal' }) fundingGoal!: string;
  @Column('text', { name: 'funding_purpose' }) fundingPurpose!: string;
  @Column('integer', { name: 'term_months' }) termMonths!: number;
  @Column('numeric', { name: 'monthly_rate' }) monthlyRate!: string;
  @Column('numeric', { name: 'token_price' }) tokenPrice!: string;
  @Column('integer', { name: 'token_count' }) tokenCount!: number;
  @Column('numeric', { name: 'payout_per_token' }) payoutPerToken!: string;
  @Column('text', { name: 'redemption_clause' }) redemptionClause!: string;
  @Column('integer', { name: 'tokens_sold' }) tokensSold!: number;
  @Column('integer', { name: 'tokens_reserved' }) tokensReserved!: number;
  @Column('text') status!: 'open' | 'funded' | 'closing' | 'closed';
  /** Computed by the database, for the marketplace's order. */
  @Column({ type: 'boolean', nullable: true, insert: false, update: false, select: false }) ended?: boolean;
  /** Hidden from the marketplace. */
  @Column('boolean') hidden!: boolean;
  @Column('boolean', { name: 'paused_by_admin' }) pausedByAdmin!: boolean;
  @Column('boolean', { name: 'paused_by_check' }) pausedByCheck!: boolean;
  @Column('uuid', { name: 'contract_id', nullable: true }) contractId!: string | null;
  /** The vault item with the file's name. */
  @Column('text', { name: 'contract_name_item', nullable: true }) contractNameItem!: string | null;
  @Column('integer', { name: 'contract_bytes', nullable: true }) contractBytes!: number | null;
  /** Same as in the log; null if the file was destroyed. */
  @Column('text', { name: 'contract_sha256', nullable: true }) contractSha256!: string | null;
  @Column('text', { name: 'created_at' }) createdAt!: string;
}
