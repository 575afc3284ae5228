import { Body, Controller, Headers, HttpCode, Post, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CreateListingRequest, type PropertyView } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import { CurrentSession, type Session } from '../../../../platform/http/access.js';
import { Refused } from '../../../../platform/domain/refused.js';
import { ReadModels } from '../../../../platform/projections/read-models.js';
import { Property } from '../../read-models/property/property.entity.js';
import { viewOf } from '../../read-models/property/property.view.js';
import { CreateListingCommand } from './create-listing.command.js';

@Controller('api/properties')
export class CreateListingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
    @Inject(DataSource) private readonly db: DataSource,
  ) {}

  /** Lists a property (D1 §5). Landlords only, verified as such. */
  @Post()
  @HttpCode(201)
  async create(
    @CurrentSession() session: Session,
    @Body() body: CreateListingRequest,
    @Headers('idempotency-key') idempotencyKey?: string,
  ): Promise<PropertyView> {
    if (session.role !== 'landlord') throw new Refused('forbidden', 'Access Denied: only landlords list properties');
    const { propertyId, position } = await this.commands.execute<
      CreateListingCommand,
      { propertyId: number; position: string }
    >(new CreateListingCommand(session, { ...body }, idempotencyKey));
    await this.readModels.waitFor(position, ['properties']);
    return viewOf(await this.db.getRepository(Property).findOneByOrFail({ id: propertyId }));
  }
}
