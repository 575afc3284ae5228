import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many payments ended this way so far. */
@Entity({ name: 'payment_endings' })
export class PaymentEnding {
  @PrimaryColumn('text') outcome!: string;
  @Column('bigint') payments!: string;
}
