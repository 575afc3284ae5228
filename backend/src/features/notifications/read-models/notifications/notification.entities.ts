import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Notifications and their recipients. `seq` is derived from the position of the event, which orders rows permanently.
 */
@Entity({ name: 'notifications' })
export class NotificationRow {
  @PrimaryColumn('bigint') seq!: string;
  @Column('text', { name: 'notice_id' }) noticeId!: string;
  /** Null if it concerns no property, but the person. */
  @Column('integer', { name: 'property_id', nullable: true }) propertyId!: number | null;
  @Column('text', { name: 'property_name', nullable: true }) propertyName!: string | null;
  /** Whom it is about: the landlord of a property, or the person alone; empty if it is for the office. */
  @Column('text') owner!: string;
  @Column('text', { array: true }) audience!: string[];
  @Column('text') kind!: string;
  @Column('text') at!: string;
  /** A day that it names. */
  @Column('text', { nullable: true }) about!: string | null;
  @Column('numeric', { nullable: true }) amount!: string | null;
  @Column('numeric', { nullable: true }) missing!: string | null;
  /** What it waits for, so that a later fact finds it. */
  @Column('text', { nullable: true }) subject!: string | null;
  /** Something still has to be done about it. */
  @Column('boolean') open!: boolean;
  @Column('text', { nullable: true }) until!: string | null;
  /** What its link leads to: a payment, a case. */
  @Column('text', { nullable: true }) ref!: string | null;
  /** A number, a code or a sentence of the fact, for its text. */
  @Column('text', { nullable: true }) detail!: string | null;
  /** The person who caused it and needs no notification. */
  @Column('text', { name: 'except_wallet', nullable: true }) exceptWallet!: string | null;
}

/** Who holds, or has held, tokens of a property, and since which notice. */
@Entity({ name: 'property_holders' })
export class PropertyHolder {
  @PrimaryColumn('integer', { name: 'property_id' }) propertyId!: number;
  @PrimaryColumn('text') wallet!: string;
  @Column('bigint') since!: string;
}

/** What later facts leave out and a notice says: a payment's parties, a property's name. */
@Entity({ name: 'notice_subjects' })
export class NoticeSubject {
  @PrimaryColumn('text') key!: string;
  @Column('jsonb') about!: Record<string, unknown>;
}
