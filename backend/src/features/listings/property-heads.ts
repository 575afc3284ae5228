import { Inject, Injectable } from '@nestjs/common';
import { formatRlusd, parseRlusd } from '@tknest/contracts/money';
import { LISTING } from '@tknest/contracts/rules';
import { DataSource } from 'typeorm';
import type { Session } from '#platform/sessions/session.js';
import type { FindHead, PageHead } from '#platform/http/page-heads.js';
import { mayFind } from './may-find.js';
import { Property } from './read-models/property/property.entity.js';
import { cityOf } from './city-of.js';

/** Title and description of a property's page in the shell, with only what strangers may see. */
@Injectable()
export class PropertyHeads {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  /** @param id as in the page's address */
  async of(id: string, session: Session | null): ReturnType<FindHead> {
    if (!LISTING.idPattern.test(id)) return null;
    const row = await this.db.getRepository(Property).findOneBy({ id: Number(id) });
    if (!row || !(await mayFind(this.db, row, session))) return null;
    return { head: row.hidden ? null : headOf(row) };
  }
}

const RATE = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const rlusd = (amount: string) => `${formatRlusd(parseRlusd(amount))} RLUSD`;

/** One or two sentences about a property for link previews. */
export function headOf(row: Property): PageHead {
  const city = cityOf(row.address);
  const sold = `${row.tokensSold.toLocaleString('en-US')} of ${row.tokenCount.toLocaleString('en-US')} tokens sold`;
  return {
    title: row.name,
    description:
      `${city ? `A rental property in ${city}` : 'A rental property'}: ${sold}, ${rlusd(row.tokenPrice)} each. ` +
      `${RATE.format(Number(row.monthlyRate))}% APR over ${row.termMonths} months from a monthly rent of ${rlusd(row.monthlyRent)}.`,
  };
}
