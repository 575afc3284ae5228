import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What was told to whom. `seq` is made of the position of its fact, which orders rows for ever. */
@Entity({ name: 'notifications' })
export class NotificationRow {
  @PrimaryColumn('bigint') seq!: string;
  @Column('text', { name: 'notice_id' }) noticeId!: string;
  /** Null where it concerns no property, but the person. */
  @Column('integer', { name: 'property_id', nullable: true }) propertyId!: number | null;
  @Column('text', { name: 'property_name', nullable: true }) propertyName!: string | null;
  @Column('text') owner!: string;
  @Column('text', { array: true }) audience!: string[];
  @Column('text') kind!: string;
  @Column('text') at!: string;
  @Column('text', { nullable: true }) about!: string | null;
  @Column('numeric', { nullable: true }) amount!: string | null;
  @Column('numeric', { nullable: true }) missing!: string | null;
}

/** Who holds tokens of a property. */
@Entity({ name: 'property_holders' })
export class PropertyHolder {
  @PrimaryColumn('integer', { name: 'property_id' }) propertyId!: number;
  @PrimaryColumn('text') wallet!: string;
}
