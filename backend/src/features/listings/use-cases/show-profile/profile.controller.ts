import { Controller, Get, Param, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { PropertyProfileView } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Request } from 'express';
import { Access, MaybeSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { networkOfClient } from '#platform/http/network-of.js';
import { RateLimiter } from '#platform/sessions/rate-limiter.js';
import { PropertyId } from '../../property-id.js';
import { ShowProfile } from './show-profile.query.js';

@Controller('api/properties/:id/profile')
export class ProfileController {
  constructor(
    private readonly queries: QueryBus,
    private readonly limiter: RateLimiter,
  ) {}

  /**
   * The property's page: public, with holders in bands. Exact address, contract and late payments are for its landlord,
   * the office and verified investors.
   */
  @Get()
  @Access('public')
  async show(
    @Param('id', PropertyId) id: number,
    @MaybeSession() session: Session | null,
    @Req() request: Request,
  ): Promise<PropertyProfileView> {
    if (!session) await this.limiter.take(LIMITS.propertyProfile, networkOfClient(request));
    return this.queries.execute(new ShowProfile(id, session));
  }
}
