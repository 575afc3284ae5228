import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A journaled hash and its purpose. */
@Entity({ name: 'leg_hashes' })
export class LegHash {
  @PrimaryColumn('text') hash!: string;
  /** The payment, manual issuance or redemption, depending on the leg; null for the accounts' own setup. */
  @Column('uuid', { name: 'payment_id', nullable: true }) paymentId!: string | null;
  @Column('text') leg!: string;
}

/** A transaction that an event tells as moved. */
@Entity({ name: 'moved_hashes' })
export class MovedHash {
  @PrimaryColumn('text') hash!: string;
  /** For the payout escrow, or for all other accounts. */
  @PrimaryColumn('boolean', { name: 'in_escrow' }) inEscrow!: boolean;
}

/** How far an account's transactions were compared with the log. */
@Entity({ name: 'reconciled' })
export class Reconciled {
  @PrimaryColumn('text') account!: string;
  @Column('integer', { name: 'to_ledger' }) toLedger!: number;
  @Column('integer') transactions!: number;
  @Column('integer') findings!: number;
}

/** How far the log was compared with the ledger: one row. */
@Entity({ name: 'reconciled_log' })
export class ReconciledLog {
  @PrimaryColumn('text') id!: string;
  @Column('text', { name: 'to_position' }) toPosition!: string;
  @Column('integer') settled!: number;
  @Column('integer') findings!: number;
}
