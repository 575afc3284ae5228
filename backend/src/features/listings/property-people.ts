import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface PropertyPeople {
  owner: string;
  /** Taken out of the marketplace: strangers do not hear of it. */
  hidden: boolean;
  /** Those among the wallets asked about who hold tokens of it. */
  holders: string[];
}

/** Whom a property concerns. */
@Injectable()
export class PeopleOfProperties {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  /** @param among the wallets of which it is asked whether they hold tokens @returns by the property's number */
  async of(propertyIds: readonly number[], among: readonly string[]): Promise<Map<number, PropertyPeople>> {
    if (propertyIds.length === 0) return new Map();
    const rows: (PropertyPeople & { id: number })[] = await this.db.query(
      `select id, owner, hidden, array(
         select wallet from property_holdings where property_id = id and tokens > 0 and wallet = any($2)) as holders
       from properties where id = any($1)`,
      [propertyIds, among],
    );
    return new Map(rows.map(({ id, ...people }) => [id, people]));
  }
}
