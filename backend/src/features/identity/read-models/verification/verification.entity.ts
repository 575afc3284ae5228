import type { Day } from '@tknest/contracts/money';
import type { KycRole, ProviderStatus, VerificationProvider } from '@tknest/contracts/events';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Verifications with providers, found by the provider's id. */
@Entity({ name: 'verifications' })
export class Verification {
  @PrimaryColumn('text', { name: 'external_id' }) externalId!: string;
  @Column('text') provider!: VerificationProvider;
  @Column('text', { name: 'provider_id' }) providerId!: string;
  @Column('text') wallet!: string;
  @Column('text') role!: KycRole;
  @Column('text') status!: ProviderStatus;
  @Column('text', { name: 'started_at' }) startedAt!: string;
}

/** Requests for erasure and their state. */
@Entity({ name: 'erasures' })
export class Erasure {
  @PrimaryColumn('text') wallet!: string;
  @Column('text', { name: 'requested_at', nullable: true }) requestedAt!: string | null;
  @Column('text', { name: 'erases_at', nullable: true }) erasesAt!: string | null;
  @Column('text', { name: 'erased_at', nullable: true }) erasedAt!: string | null;
  @Column('text', { name: 'retained_until', nullable: true }) retainedUntil!: Day | null;
  /** Providers that have not confirmed yet. */
  @Column('integer') redactions!: number;
}
