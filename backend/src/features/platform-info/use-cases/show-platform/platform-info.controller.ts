import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { PlatformConfigView } from '@tknest/contracts/api';
import { Access } from '#platform/http/access.js';
import { ShowPlatform } from './show-platform.query.js';

@Controller('api/platform/config')
export class PlatformInfoController {
  constructor(private readonly queries: QueryBus) {}

  /** Public information about the platform. */
  @Get()
  @Access('public')
  show(): Promise<PlatformConfigView> {
    return this.queries.execute(new ShowPlatform());
  }
}
