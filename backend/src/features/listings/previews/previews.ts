import { Inject, Injectable } from '@nestjs/common';
import { formatRlusd, parseRlusd } from '@tknest/contracts/money';
import { LISTING } from '@tknest/contracts/rules';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '#platform/config/config.js';
import { CostlyWork } from '#platform/http/costly-work.js';
import { plainLine } from '#platform/http/shell-head.js';
import { KeptAnswers } from '#platform/worker-requests/kept-answers.js';
import { FIXED, endOf, rateOf, soldOf } from '../property-heads.js';
import { Property } from '../read-models/property/property.entity.js';
import { previewPng, type Pictured } from './preview-picture.js';

/** How many pictures are kept in memory, each of some 20 kB. */
export const PREVIEWS_KEPT = 200;
const NAME_MAX = 120;
/** Whose turn drawing takes (`CostlyWork`): a burst of links delays nobody's files by more than one picture. */
const QUEUE = 'previews';

/** The pictures of link previews: drawn once for each state of a sale, then from memory. */
@Injectable()
export class Previews {
  /** By what they show. */
  private readonly kept = new KeptAnswers<Buffer>(PREVIEWS_KEPT);

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
    const shown = isFixed(name)
      ? { ...FIXED[name].pictured, title: FIXED[name].title, facts: [] }
      : await this.propertyOf(name);
    return shown && this.drawn(shown);
  }

  private async propertyOf(name: string): Promise<Pictured | null> {
    const [, id = ''] = /^property-(\d+)$/.exec(name) ?? [];
    if (!LISTING.idPattern.test(id)) return null;
    const row = await this.db.getRepository(Property).findOneBy({ id: Number(id), hidden: false });
    return row && picturedOf(row, await endOf(row, this.db));
  }

  private drawn(shown: Pictured): Promise<Buffer> {
    return this.kept.of(JSON.stringify(shown), () => this.costly.run(QUEUE, () => previewPng(shown)));
  }
}

const isFixed = (name: string): name is keyof typeof FIXED => Object.hasOwn(FIXED, name);

/** A property's picture: name, city, rate, and how much of it is sold; first that nothing can be bought, if so. */
function picturedOf(row: Property, end: string | null): Pictured {
  const share = row.tokensSold / row.tokenCount;
  const percent = `${(share * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;
  const [rate, months] = [`${rateOf(row)} a year`, `${row.termMonths} months`];
  return {
    title: plainLine(row.name, NAME_MAX),
    lead: row.city ?? '',
    facts: end
      ? [end, soldOf(row), `${rate} · ${months}`]
      : [rate, `${soldOf(row)}, ${percent}`, `${formatRlusd(parseRlusd(row.tokenPrice))} RLUSD a token · ${months}`],
    house: { id: row.id, share },
  };
}
