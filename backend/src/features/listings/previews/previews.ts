import { Inject, Injectable } from '@nestjs/common';
import { formatRlusd, parseRlusd } from '@tknest/contracts/money';
import { LISTING } from '@tknest/contracts/rules';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '#platform/config/config.js';
import { CostlyWork } from '#platform/http/costly-work.js';
import { plainLine } from '#platform/http/shell-head.js';
import { rateOf, soldOf } from '../property-heads.js';
import { Property } from '../read-models/property/property.entity.js';
import { previewPng, type Pictured } from './preview-picture.js';

/** How many pictures are kept in memory, each of some 20 kB. */
export const PREVIEWS_KEPT = 200;
const NAME_MAX = 120;
/** Whose turn drawing takes (`CostlyWork`): a burst of links delays nobody's files by more than one picture. */
const QUEUE = 'previews';

const FIXED: Record<string, Pictured> = {
  landing: {
    title: 'Fund property. Get paid from rent.',
    lead: 'Landlords sell tokens linked to a rental property. Investors get a share of the rent.',
    facts: [],
    house: { id: 0, share: 0.7 },
  },
  properties: {
    title: 'Properties',
    lead: 'Rental homes whose landlords sell tokens, and what each token pays back.',
    facts: [],
    house: { id: 3, share: 0.5 },
  },
};

/** The pictures of link previews: drawn once for each state of a sale, then from memory. */
@Injectable()
export class Previews {
  /** By what they show, the one used last at the end. A picture that is being drawn is waited for. */
  private readonly kept = new Map<string, Promise<Buffer>>();

  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(CONFIG) private readonly config: Pick<Config, 'accessCode'>,
    private readonly costly: CostlyWork,
  ) {}

  /**
   * @param name `landing`, `properties` or `property-7`
   * @returns null for what strangers do not see: unknown and hidden properties, and everything behind an access code
   * @throws Refused (503) if too much is being drawn
   */
  async of(name: string): Promise<Buffer | null> {
    if (this.config.accessCode !== '') return null;
    const shown = Object.hasOwn(FIXED, name) ? FIXED[name]! : await this.propertyOf(name);
    return shown && this.drawn(shown);
  }

  private async propertyOf(name: string): Promise<Pictured | null> {
    const [, id = ''] = /^property-(\d+)$/.exec(name) ?? [];
    if (!LISTING.idPattern.test(id)) return null;
    const row = await this.db.getRepository(Property).findOneBy({ id: Number(id), hidden: false });
    return row && picturedOf(row);
  }

  private drawn(shown: Pictured): Promise<Buffer> {
    const key = JSON.stringify(shown);
    const picture = this.kept.get(key) ?? this.costly.run(QUEUE, () => previewPng(shown));
    this.kept.delete(key);
    this.kept.set(key, picture);
    picture.catch(() => this.kept.delete(key));
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= PREVIEWS_KEPT) break;
      this.kept.delete(oldest);
    }
    return picture;
  }
}

/** A property's picture: name, city, rate, and how much of it is sold. */
export function picturedOf(row: Property): Pictured {
  const share = row.tokensSold / row.tokenCount;
  const percent = `${(share * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;
  return {
    title: plainLine(row.name, NAME_MAX),
    lead: row.city ?? '',
    facts: [
      `${rateOf(row)} a year`,
      `${soldOf(row)}, ${percent}`,
      `${formatRlusd(parseRlusd(row.tokenPrice))} RLUSD a token · ${row.termMonths} months`,
    ],
    house: { id: row.id, share },
  };
}
