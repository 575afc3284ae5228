import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateListingRequest, type PropertyView } from '@tknest/contracts/api';
import { Refused } from '#platform/domain/refused.js';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { ShowProperty } from '../show-properties/show-property.query.js';
import { CreateListing } from './create-listing.command.js';

@Controller('api/properties')
export class CreateListingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readModels: ReadModels,
  ) {}

  /** Lists a property (REQ-1.5.10 to REQ-1.5.13). Verified landlords only. */
  @Post()
  @HttpCode(201)
  async create(
    @CurrentSession() session: Session,
    @Body() body: CreateListingRequest,
    @Headers('idempotency-key') idempotencyKey?: string,
  ): Promise<PropertyView> {
    if (session.role !== 'landlord')
      throw new Refused('forbidden', 'Access Denied: only landlords can list properties');
    const { propertyId, position } = await this.commands.execute(
      new CreateListing(session, { ...body }, idempotencyKey),
    );
    await this.readModels.waitFor(position, ['properties']);
    return this.queries.execute(new ShowProperty(propertyId, session));
  }
}
