import { Controller, Get, Header, Param } from '@nestjs/common';
import { LIMITS } from '@tknest/contracts/rules';
import { Refused } from '#platform/domain/refused.js';
import { Access } from '#platform/http/access.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { Sitemap } from './sitemap.js';

/** For search engines. */
@Controller()
export class SitemapController {
  constructor(private readonly sitemap: Sitemap) {}

  /** What search engines may read. */
  @Get('robots.txt')
  @Access('public')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  robots(): string {
    return this.sitemap.robots();
  }

  /** The lists of addresses. */
  @Get('sitemap.xml')
  @Access('public')
  @RateLimited(LIMITS.sitemap, 'network')
  @Header('Content-Type', 'application/xml; charset=utf-8')
  async index(): Promise<string> {
    return found(await this.sitemap.index());
  }

  /** The addresses of the pages, or of ten thousand properties. */
  @Get('sitemaps/:name.xml')
  @Access('public')
  @RateLimited(LIMITS.sitemap, 'network')
  @Header('Content-Type', 'application/xml; charset=utf-8')
  async list(@Param('name') name: string): Promise<string> {
    return found(await this.sitemap.list(name));
  }
}

/** @throws Refused (404) */
function found(text: string | null): string {
  if (text === null) throw new Refused('not-found', 'There is no such list');
  return text;
}
