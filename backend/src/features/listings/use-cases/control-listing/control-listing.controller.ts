import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ReasonRequest, type PropertyView } from '@tknest/contracts/api';
import { Access, CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { PropertyId } from '../../property-id.js';
import { ShowProperty } from '../show-properties/show-property.query.js';
import { ControlListing } from './control-listing.command.js';

@Controller('api/admin/properties/:id')
@Access('admin')
export class ControlListingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readModels: ReadModels,
  ) {}

  /** From now on, the listing cannot be found or bought; payments already made are not affected. */
  @Post('hide')
  @HttpCode(200)
  hide(
    @CurrentSession() session: Session,
    @Param('id', PropertyId) id: number,
    @Body() { reason }: ReasonRequest,
  ): Promise<PropertyView> {
    return this.set(new ControlListing(session, id, { hidden: true }, reason));
  }

  /** Shows the listing in the marketplace again. */
  @Post('show')
  @HttpCode(200)
  show(
    @CurrentSession() session: Session,
    @Param('id', PropertyId) id: number,
    @Body() { reason }: ReasonRequest,
  ): Promise<PropertyView> {
    return this.set(new ControlListing(session, id, { hidden: false }, reason));
  }

  /** New purchases are refused from now on; the listing stays visible, and purchases not yet submitted end unpaid. */
  @Post('pause')
  @HttpCode(200)
  pause(
    @CurrentSession() session: Session,
    @Param('id', PropertyId) id: number,
    @Body() { reason }: ReasonRequest,
  ): Promise<PropertyView> {
    return this.set(new ControlListing(session, id, { paused: true }, reason));
  }

  /** The sale goes on, unless something else pauses it too. */
  @Post('resume')
  @HttpCode(200)
  resume(
    @CurrentSession() session: Session,
    @Param('id', PropertyId) id: number,
    @Body() { reason }: ReasonRequest,
  ): Promise<PropertyView> {
    return this.set(new ControlListing(session, id, { paused: false }, reason));
  }

  private async set(command: ControlListing): Promise<PropertyView> {
    await this.readModels.waitFor(await this.commands.execute(command), ['properties']);
    return this.queries.execute(new ShowProperty(command.propertyId, command.session));
  }
}
