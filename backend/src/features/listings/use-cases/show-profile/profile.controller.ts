import { Controller, Get, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { PropertyProfileView } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import { Access, MaybeSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { PropertyId } from '../../property-id.js';
import { ShowProfile } from './show-profile.query.js';

@Controller('api/properties/:id/profile')
export class ProfileController {
  constructor(private readonly queries: QueryBus) {}

  /**
   * The property's page: public, with holders in bands. Exact address, contract and late payments are for its landlord,
   * the office and verified investors.
   */
  @Get()
  @Access('public')
  @RateLimited(LIMITS.propertyProfile, 'visitor')
  async show(
    @Param('id', PropertyId) id: number,
    @MaybeSession() session: Session | null,
  ): Promise<PropertyProfileView> {
    return this.queries.execute(new ShowProfile(id, session));
  }
}
