import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { PortfolioView } from '@tknest/contracts/api';
import { CurrentSession, type Session } from '../../../../platform/http/access.js';
import { ShowPortfolio } from './show-portfolio.query.js';

@Controller('api/portfolio')
export class PortfolioController {
  constructor(private readonly queries: QueryBus) {}

  /** What the caller has bought and holds, and what it brought. */
  @Get()
  show(@CurrentSession() { wallet }: Session): Promise<PortfolioView> {
    return this.queries.execute(new ShowPortfolio(wallet));
  }
}
