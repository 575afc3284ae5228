import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ValidateAddressRequest, type AddressValidation } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Request } from 'express';
import { Access } from '#platform/http/access.js';
import { networkOfClient } from '#platform/http/network-of.js';
import { RateLimiter } from '#platform/sessions/rate-limiter.js';
import { FindAddress } from './find-address.query.js';

@Controller('api/properties/validate')
export class ValidateAddressController {
  constructor(
    private readonly queries: QueryBus,
    private readonly limiter: RateLimiter,
  ) {}

  /** Looks an address up; where it cannot be checked, that is said, and blocks nobody. */
  @Post()
  @HttpCode(200)
  @Access('public')
  async validate(@Body() { address }: ValidateAddressRequest, @Req() request: Request): Promise<AddressValidation> {
    await this.limiter.take(LIMITS.addressCheck, networkOfClient(request));
    return this.queries.execute(new FindAddress(address));
  }
}
