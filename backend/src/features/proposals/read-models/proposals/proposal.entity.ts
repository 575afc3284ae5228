import type { ProposalStatus } from '@tknest/contracts/api';
import type { ProposalKind } from '@tknest/contracts/events';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A proposal as the office sees it. */
@Entity({ name: 'proposals' })
export class Proposal {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') kind!: ProposalKind;
  @Column('text') by!: string;
  @Column('text') at!: string;
  @Column('text', { name: 'expires_at' }) expiresAt!: string;
  @Column('text') summary!: string;
  /** The vault item with the proposer's note. */
  @Column('text', { name: 'note_item', nullable: true }) noteItem!: string | null;
  @Column('text') status!: ProposalStatus;
  @Column('text', { name: 'link_to' }) linkTo!: string;
  @Column('text', { name: 'approved_by', nullable: true }) approvedBy!: string | null;
  @Column('boolean', { name: 'carried_out', nullable: true }) carriedOut!: boolean | null;
  @Column('text', { nullable: true }) problem!: string | null;
  /** The vault item with the reason for refusing or withdrawing it. */
  @Column('text', { name: 'reason_item', nullable: true }) reasonItem!: string | null;
}
