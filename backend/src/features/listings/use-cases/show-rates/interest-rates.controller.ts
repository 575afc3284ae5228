import { Controller, Get } from '@nestjs/common';
import type { InterestRatesView } from '@tknest/contracts/api';
import { Access } from '../../../../platform/http/access.js';
import { InterestRates } from './interest-rates.js';

@Controller('api/interest-rates')
export class InterestRatesController {
  constructor(private readonly rates: InterestRates) {}

  @Get()
  @Access('public')
  show(): Promise<InterestRatesView> {
    return this.rates.current();
  }
}
