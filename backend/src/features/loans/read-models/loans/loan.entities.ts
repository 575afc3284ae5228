import type { Day } from '@tknest/contracts/money';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A property's loan and how it is collected, folded from their streams. */
@Entity({ name: 'loans' })
export class LoanRow {
  @PrimaryColumn('integer', { name: 'property_id' }) propertyId!: number;
  @Column('text') owner!: string;
  @Column('text') status!: 'none' | 'open' | 'paid_off';
  /** `LoanState` and `CollectionState`, as `stored-state.ts` writes them. */
  @Column('jsonb') loan!: object;
  @Column('jsonb') collection!: object;
}

/** When tokens of a property were first sold, and when its sale ended. Business days. */
@Entity({ name: 'sales' })
export class Sale {
  @PrimaryColumn('integer', { name: 'property_id' }) propertyId!: number;
  @Column('text', { name: 'first_sold_on' }) firstSoldOn!: Day;
  @Column('text', { name: 'ended_on', nullable: true }) endedOn!: Day | null;
}
