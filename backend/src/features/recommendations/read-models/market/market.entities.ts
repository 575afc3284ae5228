import type { Day } from '@tknest/contracts/money';
import type { ListingStatus } from '@tknest/contracts/api';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The unpaid amount of a due installment, and whether it is in arrears. */
export interface Unpaid {
  amount: string;
  late: boolean;
}

/**
 * A property with all data for computing its risk and its matches. Money columns are decimal text of RLUSD, days are
 * business days.
 */
@Entity({ name: 'market_properties' })
export class MarketProperty {
  @PrimaryColumn('integer', { name: 'property_id' }) propertyId!: number;
  /** The position of the log at which it was listed. */
  @Column('bigint') seq!: string;
  @Column('text') owner!: string;
  @Column('text') name!: string;
  @Column('text') city!: string;
  /** The funding purpose in one word; empty if the text contains no known one. */
  @Column('text') purpose!: string;
  @Column('numeric', { name: 'monthly_rent' }) monthlyRent!: string;
  @Column('numeric', { name: 'token_price' }) tokenPrice!: string;
  @Column('integer', { name: 'token_count' }) tokenCount!: number;
  @Column('integer', { name: 'term_months' }) termMonths!: number;
  /** Percent. */
  @Column('numeric', { name: 'annual_rate' }) annualRate!: string;
  @Column('numeric', { name: 'payout_per_token' }) payoutPerToken!: string;
  /** The monthly payment of the whole loan in basis points of the rent; null if there is no rent. */
  @Column('integer', { name: 'payment_share', nullable: true }) paymentShare!: number | null;
  @Column('text') status!: ListingStatus;
  @Column('boolean') hidden!: boolean;
  /** Who pauses its sale. */
  @Column('text', { array: true, name: 'paused_by' }) pausedBy!: string[];
  @Column('integer') sold!: number;
  @Column('integer') reserved!: number;
  @Column('integer') purchases!: number;
  @Column('numeric') volume!: string;
  /** Wallets that hold tokens of it. */
  @Column('integer') holders!: number;
  /** The most tokens that one wallet ever held. */
  @Column('integer') largest!: number;
  @Column('text', { name: 'listed_on' }) listedOn!: Day;
  @Column('text', { name: 'first_sold_on', nullable: true }) firstSoldOn!: string | null;
  @Column('text', { name: 'last_sold_on', nullable: true }) lastSoldOn!: string | null;
  /** The number of installments that fell due. */
  @Column('integer') instalments!: number;
  /** How many of those were ever in arrears. */
  @Column('integer') late!: number;
  /** Unpaid installments by due date. */
  @Column('jsonb') unpaid!: Record<string, Unpaid>;
  /** The position of the log at which this row last changed. */
  @Column('bigint') changed!: string;
}

/** What somebody's purchases say about their habits. */
@Entity({ name: 'market_people' })
export class MarketPerson {
  @PrimaryColumn('text') wallet!: string;
  @Column('integer') purchases!: number;
  @Column('bigint') tokens!: string;
  /** Amounts of the latest purchases, newest first. */
  @Column('jsonb') recent!: string[];
  /** The log position of the latest purchase. */
  @Column('bigint', { name: 'last_seq' }) lastSeq!: string;
  @Column('integer', { name: 'rent_shares' }) rentShares!: number;
}

/** Somebody's tokens of one property that they bought and still hold. */
@Entity({ name: 'market_positions' })
export class MarketPosition {
  @PrimaryColumn('text') wallet!: string;
  @PrimaryColumn('integer', { name: 'property_id' }) propertyId!: number;
  @Column('integer') tokens!: number;
  @Column('integer') purchases!: number;
  @Column('numeric') cost!: string;
}
