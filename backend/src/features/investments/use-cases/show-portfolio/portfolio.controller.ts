import { Controller, Get, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { PortfolioView } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { sendExport } from '#platform/http/download.js';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { ExportPortfolio, ShowPortfolio } from './show-portfolio.query.js';

@Controller('api/portfolio')
export class PortfolioController {
  constructor(private readonly queries: QueryBus) {}

  /** The caller's positions: what was bought and is held, what it has paid, and what is still due. */
  @Get()
  show(@CurrentSession() { wallet }: Session): Promise<PortfolioView> {
    return this.queries.execute(new ShowPortfolio(wallet));
  }

  /** The positions as CSV; cells are escaped so that spreadsheets do not run them as formulas. */
  @Get('export.csv')
  @RateLimited(LIMITS.exports)
  async export(@CurrentSession() session: Session, @Res() response: Response): Promise<void> {
    const file = { name: 'portfolio.csv', type: 'text/csv; charset=utf-8' };
    await sendExport(response, file, () => this.queries.execute(new ExportPortfolio(session.wallet)));
  }
}
