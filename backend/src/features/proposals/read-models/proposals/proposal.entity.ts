import type { ProposalStatus } from '@tknest/contracts/api';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Finds a proposal and counts those that wait; what it says is read from the log. */
@Entity({ name: 'proposals' })
export class Proposal {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') by!: string;
  @Column('text') at!: string;
  @Column('text', { name: 'expires_at' }) expiresAt!: string;
  @Column('text') status!: ProposalStatus;
}
