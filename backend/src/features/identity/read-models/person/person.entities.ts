import type { DocumentScan } from '@tknest/contracts/events';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Everybody who ever signed in or applied, as admins see them. */
@Entity({ name: 'persons' })
export class Person {
  @PrimaryColumn('text') wallet!: string;
  @Column('text', { name: 'user_type' }) userType!: string;
  @Column('text', { name: 'kyc_status' }) kycStatus!: string;
  @Column('text', { name: 'investor_status' }) investorStatus!: string;
  @Column('text', { name: 'landlord_status' }) landlordStatus!: string;
  @Column('boolean') suspended!: boolean;
  @Column('text', { name: 'first_seen' }) firstSeen!: string;
  @Column('text', { name: 'last_seen' }) lastSeen!: string;
}

@Entity({ name: 'kyc_documents' })
export class KycDocument {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') wallet!: string;
  @Column('text') kind!: string;
  @Column('integer') bytes!: number;
  @Column('text', { name: 'media_type' }) mediaType!: string;
  @Column('text') scan!: DocumentScan;
  @Column('text', { name: 'uploaded_at' }) uploadedAt!: string;
}
