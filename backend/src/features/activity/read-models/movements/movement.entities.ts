import type { ActivityType } from '@tknest/contracts/api';
import type { Day } from '@tknest/contracts/money';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Direction, MovementStatus } from './row.js';

/**
 * One side of a movement of money or tokens: a payment has a row for its payer and one for its payee. Money columns are
 * decimal text of RLUSD. `seq` orders rows newest first; `settled_seq` is set once a validated ledger shows it.
 */
@Entity({ name: 'movements' })
export class Movement {
  @PrimaryColumn('text') id!: string;
  @Column('text') wallet!: string;
  @Column('bigint') seq!: string;
  @Column('bigint', { name: 'settled_seq', nullable: true }) settledSeq!: string | null;
  /** When the log recorded it as validated; before that, when it began. */
  @Column('text') at!: string;
  /** The day of the business calendar then. */
  @Column('text') date!: Day;
  @Column('text') type!: ActivityType;
  @Column('text') direction!: Direction;
  @Column('text') status!: MovementStatus;
  /** Null if it is the platform. */
  @Column('text', { nullable: true }) counterparty!: string | null;
  @Column('integer', { name: 'property_id', nullable: true }) propertyId!: number | null;
  @Column('numeric', { nullable: true }) amount!: string | null;
  /** For a payment, the fee charged with it, unless it was left unpaid; for a rent share, its part of the run's fee. */
  @Column('numeric', { nullable: true }) fee!: string | null;
  @Column('numeric', { nullable: true }) interest!: string | null;
  @Column('numeric', { nullable: true }) principal!: string | null;
  @Column('bigint', { nullable: true }) tokens!: string | null;
  @Column('text', { name: 'tx_hash', nullable: true }) txHash!: string | null;
  @Column('bigint', { name: 'ledger_index', nullable: true }) ledgerIndex!: string | null;
  @Column('uuid', { name: 'payment_id', nullable: true }) paymentId!: string | null;
  @Column('text', { name: 'run_id', nullable: true }) runId!: string | null;
  /** The business day since when it has been unclaimed; kept when it is paid later. */
  @Column('text', { name: 'unclaimed_on', nullable: true }) unclaimedOn!: Day | null;
  /** The id of its receipt; null if there is none. */
  @Column('text', { nullable: true }) receipt!: string | null;
}

/** What is known about a payout run before its lines can be divided into interest, principal and fee. */
@Entity({ name: 'movement_runs' })
export class MovementRun {
  @PrimaryColumn('text', { name: 'run_id' }) runId!: string;
  @Column('integer', { name: 'property_id', nullable: true }) propertyId!: number | null;
  /** What its recipients see its lines as. */
  @Column('text', { nullable: true }) type!: ActivityType | null;
  /** Lines of holders: the number from the start of the run, and the number listed so far. */
  @Column('integer', { nullable: true }) lines!: number | null;
  @Column('integer') listed!: number;
  @Column('numeric', { nullable: true }) fee!: string | null;
  @Column('numeric', { nullable: true }) interest!: string | null;
  @Column('numeric', { nullable: true }) principal!: string | null;
  /** The business day on which it was collected from a deposit, and the event that says so. */
  @Column('text', { name: 'collected_on', nullable: true }) collectedOn!: string | null;
  @Column('bigint', { name: 'collected_seq', nullable: true }) collectedSeq!: string | null;
}

/** A property's name and owner, which never change. */
@Entity({ name: 'movement_properties' })
export class MovementProperty {
  @PrimaryColumn('integer', { name: 'property_id' }) propertyId!: number;
  @Column('text') name!: string;
  @Column('text') owner!: string;
}

/** The platform's own accounts, which get no rows. */
@Entity({ name: 'movement_accounts' })
export class MovementAccount {
  @PrimaryColumn('text') address!: string;
}

/** A change in a register: tokens bought at a cost, or tokens that ended. */
@Entity({ name: 'movement_holdings' })
export class MovementHolding {
  @PrimaryColumn('text') id!: string;
  @Column('text') wallet!: string;
  @Column('integer', { name: 'property_id' }) propertyId!: number;
  @Column('bigint') seq!: string;
  /** The day of the business calendar on which it was recorded. */
  @Column('text') date!: Day;
  @Column('bigint') tokens!: string;
  @Column('numeric') cost!: string;
}
