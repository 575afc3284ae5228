import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '#platform/config/config.js';

/** Ids in one list of addresses, and the most lists: five million properties, the newest. */
export const SITEMAP = { each: 10_000, lists: 500 } as const;
const PAGES = ['/', '/properties', '/terms', '/privacy', '/risks', '/wallet-guide'];

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** What search engines are told: public pages and visible properties; behind an access code, nothing. */
@Injectable()
export class Sitemap {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl' | 'accessCode'>,
  ) {}

  robots(): string {
    if (this.isClosed) return 'User-agent: *\nDisallow: /\n';
    return `User-agent: *\nAllow: /api/previews/\nDisallow: /api/\nSitemap: ${this.at('/sitemap.xml')}\n`;
  }

  /** The lists: of the pages, and of each range of properties. */
  async index(): Promise<string | null> {
    if (this.isClosed) return null;
    const [row] = await this.db.query<{ max: number | null }[]>('select max(id) from properties where not hidden');
    const last = Math.floor((row?.max ?? 0) / SITEMAP.each);
    const first = Math.max(0, last - SITEMAP.lists + 1);
    const ranges = row?.max ? Array.from({ length: last - first + 1 }, (_, n) => first + n) : [];
    const lists = ['pages', ...ranges].map(
      (name) => `<sitemap><loc>${this.at(`/sitemaps/${name}.xml`)}</loc></sitemap>`,
    );
    return `${HEAD}\n<sitemapindex ${SCHEMA}>${lists.join('\n')}</sitemapindex>\n`;
  }

  /** @param name `pages`, or the number of a range. @returns null if there is no such list */
  async list(name: string): Promise<string | null> {
    if (this.isClosed || !/^(pages|\d{1,5})$/.test(name)) return null;
    const paths = name === 'pages' ? PAGES : await this.propertiesIn(Number(name));
    if (paths.length === 0) return null;
    return `${HEAD}\n<urlset ${SCHEMA}>${paths.map((path) => `<url><loc>${this.at(path)}</loc></url>`).join('\n')}</urlset>\n`;
  }

  private async propertiesIn(range: number): Promise<string[]> {
    const rows = await this.db.query<{ id: number }[]>(
      'select id from properties where not hidden and id >= $1 and id < $2 order by id',
      [range * SITEMAP.each, (range + 1) * SITEMAP.each],
    );
    return rows.map(({ id }) => `/properties/${id}`);
  }

  private get isClosed(): boolean {
    return this.config.accessCode !== '';
  }

  private readonly at = (path: string) =>
    new URL(path, this.config.publicUrl).href.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
