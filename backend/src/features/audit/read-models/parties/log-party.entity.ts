import { Entity, PrimaryColumn } from 'typeorm';

/** A block of the log that names a wallet, or that has events of a role. */
@Entity({ name: 'log_parties' })
export class LogParty {
  /** A wallet or a role. */
  @PrimaryColumn('text') party!: string;
  @PrimaryColumn('integer') block!: number;
}
