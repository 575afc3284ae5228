import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { InterestRatesView } from '@tknest/contracts/api';
import { Access } from '#platform/http/access.js';
import { ShowRates } from './show-rates.query.js';

@Controller('api/interest-rates')
export class InterestRatesController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Access('public')
  show(): Promise<InterestRatesView> {
    return this.queries.execute(new ShowRates());
  }
}
