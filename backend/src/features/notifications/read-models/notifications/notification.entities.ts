import type { Day } from '@tknest/contracts/money';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Notifications and their recipients. `seq` is derived from the position of the event, which orders rows permanently.
 */
@Entity({ name: 'notifications' })
export class NotificationRow {
  @PrimaryColumn('bigint') seq!: string;
  @Column('text', { name: 'notification_id' }) notificationId!: string;
  /** Null if it concerns no property, but the person. */
  @Column('integer', { name: 'property_id', nullable: true }) propertyId!: number | null;
  @Column('text', { name: 'property_name', nullable: true }) propertyName!: string | null;
  /** The person it is about: a property's landlord, or the only reader; empty if it is for the office. */
  @Column('text') owner!: string;
  @Column('text', { array: true }) audience!: string[];
  @Column('text') kind!: string;
  @Column('text') at!: string;
  @Column('text') date!: Day;
  /** A date that its text names. */
  @Column('text', { nullable: true }) about!: string | null;
  @Column('numeric', { nullable: true }) amount!: string | null;
  @Column('numeric', { nullable: true }) missing!: string | null;
  /** The subject by which a later event finds it. */
  @Column('text', { nullable: true }) subject!: string | null;
  /** Whether somebody still has to act. */
  @Column('boolean') open!: boolean;
  @Column('text', { nullable: true }) until!: string | null;
  /** The target of its link, such as a payment or a case. */
  @Column('text', { nullable: true }) ref!: string | null;
  /** A number, a code or a sentence from the event, for its text. */
  @Column('text', { nullable: true }) detail!: string | null;
  /** The person who caused it and needs no notification. */
  @Column('text', { name: 'except_wallet', nullable: true }) exceptWallet!: string | null;
}

/** Present and past holders of a property's tokens, with the notice from which on they count. */
@Entity({ name: 'property_holders' })
export class PropertyHolder {
  @PrimaryColumn('integer', { name: 'property_id' }) propertyId!: number;
  @PrimaryColumn('text') wallet!: string;
  @Column('bigint') since!: string;
}

/** Data that notices need and later events do not contain, such as a payment's parties or a property's name. */
@Entity({ name: 'notification_subjects' })
export class NotificationSubject {
  @PrimaryColumn('text') key!: string;
  @Column('jsonb') about!: Record<string, unknown>;
}
