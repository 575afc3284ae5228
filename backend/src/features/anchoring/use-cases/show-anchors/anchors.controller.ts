import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { AnchorView } from '@tknest/contracts/api';
import { LISTS, LIMITS } from '@tknest/contracts/rules';
import { Access, CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { AnchorNow } from '../anchor-now/anchor-now.command.js';
import { ListAnchors } from './anchors.query.js';

@Controller('api/audit/anchors')
@Access('admin', 'auditor')
export class AnchorsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  /** The newest anchors, each with its transaction. */
  @Get()
  list(): Promise<AnchorView[]> {
    return this.queries.execute(new ListAnchors(LISTS.max));
  }

  /** Anchors the log's head now. While an anchor is in progress, returns that one. */
  @Post()
  @Access('admin')
  @HttpCode(202)
  @RateLimited(LIMITS.exports)
  async now(@CurrentSession() session: Session): Promise<AnchorView> {
    const { anchorId } = await this.commands.execute(new AnchorNow(session));
    const anchors = await this.queries.execute(new ListAnchors(LISTS.max));
    return anchors.find(({ id }) => id === anchorId)!;
  }
}
