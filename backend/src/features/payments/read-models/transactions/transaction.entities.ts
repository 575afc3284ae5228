import { Column, Entity, PrimaryColumn } from 'typeorm';

const BY_DATABASE = { insert: false, update: false, select: false };

/** A payment's principal, or its fee, as the transaction log shows it. `seq` is the log position of its start. */
@Entity({ name: 'transactions' })
export class Transaction {
  @PrimaryColumn('text') id!: string;
  @Column('bigint') seq!: string;
  /** Null if no payment of a person is behind it: a payout. */
  @Column('uuid', { name: 'payment_id', nullable: true }) paymentId!: string | null;
  @Column('text') leg!: string;
  @Column('text') status!: 'completed' | 'pending' | 'processing' | 'failed';
  /** Why a failed one moved no money, where nothing went wrong. */
  @Column('text', { nullable: true }) ending!: string | null;
  @Column('text') type!: string;
  @Column('text') description!: string;
  @Column('text', { name: 'user_wallet' }) userWallet!: string;
  @Column('text') counterparty!: string;
  @Column('numeric') amount!: string;
  @Column('text') currency!: string;
  @Column('integer', { name: 'property_id', nullable: true }) propertyId!: number | null;
  @Column('text', { name: 'property_name', nullable: true }) propertyName!: string | null;
  @Column('text') at!: string;
  @Column('text', { name: 'tx_hash', nullable: true }) txHash!: string | null;
  @Column('integer', { name: 'ledger_index', nullable: true }) ledgerIndex!: number | null;
  /** What is searched through, made by the database. */
  @Column({ type: 'text', name: 'search_text', nullable: true, ...BY_DATABASE })
  searchText!: string;
  /** Its text in `transaction_texts`, made by the database. */
  @Column({ type: 'bigint', name: 'text_key', nullable: true, ...BY_DATABASE }) textKey!: string;
}

/** A text that many transactions share, in small letters. */
@Entity({ name: 'transaction_texts' })
export class TransactionText {
  @PrimaryColumn('bigint', { name: 'text_key' }) textKey!: string;
  @Column('text') type!: string;
  @Column('text') text!: string;
}

/** Everybody who ever paid. */
@Entity({ name: 'transaction_wallets' })
export class TransactionWallet {
  @PrimaryColumn('text') wallet!: string;
}

/** Sums of one day (UTC), by type and status. */
@Entity({ name: 'transaction_days' })
export class TransactionDay {
  @PrimaryColumn('text') day!: string;
  @PrimaryColumn('text') type!: string;
  @PrimaryColumn('text') status!: string;
  @Column('integer') transactions!: number;
  @Column('numeric') amount!: string;
}
