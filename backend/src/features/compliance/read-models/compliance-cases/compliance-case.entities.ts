import type { Day } from '@tknest/contracts/money';
import type { ComplianceCaseKind, KycRole, RiskLevel } from '@tknest/contracts/events';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { KnownHits } from './known-hits.js';

/** A case as the queue shows it: no personal data. */
@Entity({ name: 'compliance_cases' })
export class ComplianceCaseRecord {
  @PrimaryColumn('text') id!: string;
  @Column('text') wallet!: string;
  @Column('text', { name: 'user_role' }) userRole!: KycRole;
  @Column('text') kind!: ComplianceCaseKind;
  @Column('text') risk!: RiskLevel;
  @Column('text') reason!: string;
  @Column('text') state!: 'open' | 'asked' | 'second-approval' | 'decided';
  @Column('double precision', { nullable: true }) score!: number | null;
  @Column('text', { name: 'opened_at' }) openedAt!: string;
  @Column('text', { name: 'promise_by' }) promiseBy!: Day;
  @Column('text', { nullable: true }) assignee!: string | null;
  @Column('text', { name: 'proposed_by', nullable: true }) proposedBy!: string | null;
  @Column('text', { nullable: true }) decision!: 'clear' | 'reject' | null;
  @Column('text', { name: 'decided_by', nullable: true }) decidedBy!: string | null;
  @Column('text', { name: 'decided_at', nullable: true }) decidedAt!: string | null;
}

/** Everybody who is compared with every new list. */
@Entity({ name: 'screened_persons' })
export class ScreenedPerson {
  @PrimaryColumn('text') wallet!: string;
  /** Applied while there was no list to screen against. */
  @Column('boolean') waiting!: boolean;
  /** By pair of person and entry: decides whether a hit is new. */
  @Column('jsonb') hits!: KnownHits;
}
