import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MarketProperty } from './read-models/market/market.entities.js';

/**
 * Every property of the market, in memory: each answer reads only the rows that changed since the last one. The read
 * model has a single writer in log order, so no older change follows a newer one. After a rebuild has replaced the
 * table, everything is read again.
 */
@Injectable()
export class MarketRows {
  private readonly rows = new Map<number, MarketProperty>();
  private upTo = '0';
  private table = '';

  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  /** A version of the rows, which differs once any of them has changed. */
  get version(): string {
    return `${this.table} ${this.upTo}`;
  }

  async all(): Promise<ReadonlyMap<number, MarketProperty>> {
    const [{ table }] = await this.db.query<[{ table: string }]>(
      "select 'market_properties'::regclass::oid::text as table",
    );
    if (table !== this.table) {
      this.rows.clear();
      [this.table, this.upTo] = [table, '0'];
    }
    const changed = await this.db
      .getRepository(MarketProperty)
      .createQueryBuilder('p')
      .where('p.changed > :upTo', { upTo: this.upTo })
      .getMany();
    for (const row of changed) {
      // Two answers may query at the same time: the newer row stays.
      if (BigInt(row.changed) >= BigInt(this.rows.get(row.propertyId)?.changed ?? 0))
        this.rows.set(row.propertyId, row);
      if (BigInt(row.changed) > BigInt(this.upTo)) this.upTo = row.changed;
    }
    return this.rows;
  }
}
