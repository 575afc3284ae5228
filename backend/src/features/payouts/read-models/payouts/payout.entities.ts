import type { PauseCause, PayoutSource } from '@tknest/contracts/events';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A payout run. */
@Entity({ name: 'payouts' })
export class Payout {
  @PrimaryColumn('text') id!: string;
  /** The log position of its creation. */
  @Column('bigint') seq!: string;
  @Column('integer', { name: 'property_id', nullable: true }) propertyId!: number | null;
  @Column('text') source!: PayoutSource;
  @Column('text') period!: string;
  @Column('text') date!: string;
  @Column('text', { name: 'record_position', nullable: true }) recordPosition!: string | null;
  @Column('numeric') amount!: string;
  @Column('numeric') fee!: string;
  /** Whether the run still has to pay the fee. */
  @Column('boolean', { name: 'fee_owed' }) feeOwed!: boolean;
  @Column('integer') lines!: number;
  @Column('integer') settled!: number;
  @Column('integer') unclaimed!: number;
  @Column('text') status!: 'running' | 'paused' | 'completed';
  @Column('text', { name: 'paused_for', nullable: true }) pausedFor!: PauseCause | null;
  @Column('text', { name: 'created_at' }) createdAt!: string;
}

/** What a run pays to a wallet. The platform's fee is not a line. */
@Entity({ name: 'payout_lines' })
export class PayoutLine {
  @PrimaryColumn('text', { name: 'run_id' }) runId!: string;
  @PrimaryColumn('text') wallet!: string;
  @Column('text') batch!: string;
  @Column('integer', { name: 'property_id', nullable: true }) propertyId!: number | null;
  @Column('text') date!: string;
  @Column('integer', { nullable: true }) tokens!: number | null;
  @Column('numeric') amount!: string;
  @Column('text') status!: 'waiting' | 'submitted' | 'settled' | 'unclaimed' | 'returned';
  @Column('text', { name: 'tx_hash', nullable: true }) txHash!: string | null;
  @Column('text', { nullable: true }) reason!: string | null;
  /** The log position of its last change. */
  @Column('text') since!: string;
  /** The business day on which it could not be paid for the first time. */
  @Column('text', { name: 'unclaimed_on', nullable: true }) unclaimedOn!: string | null;
}
