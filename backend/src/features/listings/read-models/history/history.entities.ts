import type { Day } from '@tknest/contracts/money';
import type { PropertyMoment } from '@tknest/contracts/rules';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When something first happened to a property. Business days. */
@Entity({ name: 'property_moments' })
export class PropertyMomentRow {
  @PrimaryColumn('integer', { name: 'property_id' }) propertyId!: number;
  @PrimaryColumn('text') kind!: PropertyMoment;
  @Column('text') date!: Day;
}

/** The progress of a sale, from which its funding milestones are derived. */
@Entity({ name: 'property_sales' })
export class PropertySale {
  @PrimaryColumn('integer', { name: 'property_id' }) propertyId!: number;
  @Column('integer', { name: 'token_count' }) tokenCount!: number;
  @Column('integer', { name: 'tokens_sold' }) tokensSold!: number;
}

/** Tokens of a property in one wallet. No answer names the wallet; only ranges are shown. */
@Entity({ name: 'property_holdings' })
export class PropertyHolding {
  @PrimaryColumn('integer', { name: 'property_id' }) propertyId!: number;
  @PrimaryColumn('text') wallet!: string;
  @Column('integer') tokens!: number;
}

/** An installment that went into arrears. Money columns are decimal text of RLUSD. */
@Entity({ name: 'late_payments' })
export class LatePayment {
  @PrimaryColumn('integer', { name: 'property_id' }) propertyId!: number;
  @PrimaryColumn('text', { name: 'due_date' }) dueDate!: Day;
  @Column('numeric') amount!: string;
  /** The paid part of the amount. */
  @Column('numeric') paid!: string;
  @Column('text', { name: 'paid_on', nullable: true }) paidOn!: Day | null;
}
