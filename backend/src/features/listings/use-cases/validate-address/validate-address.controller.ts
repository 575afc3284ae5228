import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ValidateAddressRequest, type AddressValidation } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import { Access } from '#platform/http/access.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { FindAddress } from './find-address.query.js';

@Controller('api/properties/validate')
export class ValidateAddressController {
  constructor(private readonly queries: QueryBus) {}

  /** Looks an address up. If it cannot be checked, the answer says so, and the listing is not blocked. */
  @Post()
  @HttpCode(200)
  @Access('public')
  @RateLimited(LIMITS.addressCheck, 'network')
  async validate(@Body() { address }: ValidateAddressRequest): Promise<AddressValidation> {
    return this.queries.execute(new FindAddress(address));
  }
}
