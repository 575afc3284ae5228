import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { PropertiesQuery, type PropertyView } from '@tknest/contracts/api';
import type { Response } from 'express';
import { Access, MaybeSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { answerPage } from '#platform/http/paging.js';
import { PropertyId } from '../../property-id.js';
import { ListProperties } from './list-properties.query.js';
import { ShowProperty } from './show-property.query.js';

@Controller('api/properties')
export class PropertiesController {
  constructor(private readonly queries: QueryBus) {}

  /**
   * The marketplace: public, newest first, a page at a time. `available=true` leaves out what cannot be bought;
   * `mine=true` shows the caller's own listings.
   */
  @Get()
  @Access('public')
  async list(
    @Query() asked: PropertiesQuery,
    @MaybeSession() session: Session | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PropertyView[]> {
    return answerPage(response, await this.queries.execute(new ListProperties(asked, session)));
  }

  @Get(':id')
  @Access('public')
  show(@Param('id', PropertyId) id: number, @MaybeSession() session: Session | null): Promise<PropertyView> {
    return this.queries.execute(new ShowProperty(id, session));
  }
}
