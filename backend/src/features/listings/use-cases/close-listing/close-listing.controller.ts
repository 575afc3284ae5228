import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ReasonRequest, type ClosedView } from '@tknest/contracts/api';
import { Access, CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { PropertyId } from '../../property-id.js';
import { ShowProperty } from '../show-properties/show-property.query.js';
import { CloseListing } from './close-listing.command.js';

@Controller('api')
export class CloseListingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readModels: ReadModels,
  ) {}

  /** The landlord ends the sale. Once no purchase is in progress, the amount sold becomes the loan's principal. */
  @Post('properties/:id/close')
  @HttpCode(200)
  closeOwn(@CurrentSession() session: Session, @Param('id', PropertyId) id: number): Promise<ClosedView> {
    return this.close(new CloseListing(session, id, { owner: session.wallet }));
  }

  /** An admin ends the sale, with a reason. */
  @Post('admin/properties/:id/close')
  @HttpCode(200)
  @Access('admin')
  closeAny(
    @CurrentSession() session: Session,
    @Param('id', PropertyId) id: number,
    @Body() { reason }: ReasonRequest,
  ): Promise<ClosedView> {
    return this.close(new CloseListing(session, id, { explanation: reason }));
  }

  private async close(command: CloseListing): Promise<ClosedView> {
    const { delivering, position } = await this.commands.execute(command);
    await this.readModels.waitFor(position, ['properties', 'loans']);
    return { ...(await this.queries.execute(new ShowProperty(command.propertyId, command.session))), delivering };
  }
}
